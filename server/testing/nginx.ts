import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TEST_CERTIFICATE, TEST_KEY } from './certificate.ts'
import { endChild } from './child-process.ts'
import { findFreePort } from './free-port.ts'

export const NGINX = '/usr/sbin/nginx'
const CONFIG = join(import.meta.dirname, '../../deploy/nginx.conf')
/** The node in the shipped configuration, in each of its upstreams. */
const SHIPPED_NODE = /server 127\.0\.0\.1:3000(.*;)/g

export interface Nginx {
  stop(): Promise<void>
}

interface NginxInput {
  /** An empty folder; nginx logs to `error.log` in it. */
  folder: string
  port: number
  nodePorts: readonly number[]
}

/** Starts nginx with the shipped configuration on a local port, in front of nodes on these ports. */
export async function startNginx(input: NginxInput): Promise<Nginx> {
  const { folder } = input
  const path = await configure(input)
  execFileSync(NGINX, ['-t', '-c', path, '-p', folder], { stdio: 'pipe' })
  const nginx: ChildProcess = spawn(NGINX, ['-c', path, '-p', folder], {
    stdio: 'ignore',
    // Not affected by Ctrl-C in a terminal: the caller stops it.
    detached: true,
  })
  return { stop: () => endNginx(nginx) }
}

/** nginx doesn't notice a signal that comes just before it first waits for events, so repeats it. */
async function endNginx(nginx: ChildProcess): Promise<void> {
  const again = setInterval(() => nginx.kill('SIGTERM'), 500)
  try {
    await endChild(nginx, 'SIGTERM')
  } finally {
    clearInterval(again)
  }
}

async function configure({ folder, port, nodePorts }: NginxInput): Promise<string> {
  const shipped = await readFile(CONFIG, 'utf8')
  if (shipped.match(SHIPPED_NODE)?.length !== 2) throw new Error(`${CONFIG} has other upstreams`)
  const nodes = nodePorts.map((nodePort) => `server 127.0.0.1:${nodePort}$1`)
  const site = shipped
    .replaceAll(/^ *listen \[::\].*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${await findFreePort()};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace(SHIPPED_NODE, nodes.join('\n'))
    .replaceAll(/\/etc\/letsencrypt\/live\/folx\.example\.org/g, folder)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const path = join(folder, 'nginx.conf')
  await chmod(folder, 0o755)
  await writeFile(join(folder, 'fullchain.pem'), TEST_CERTIFICATE)
  await writeFile(join(folder, 'privkey.pem'), TEST_KEY)
  await writeFile(
    path,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
    events {}
    http {
      # Its default is a file that only root may open.
      access_log off;
      ${places.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      ${site}
    }`,
  )
  return path
}
