import { readFile } from 'node:fs/promises'
import { type Check, failed, ok, type Verdict, warning } from './check.ts'

export function judgeVersions(versions: {
  app: string
  node: string
  pinnedNode: string
}): Verdict {
  const { app, node, pinnedNode } = versions
  const [major, pinned] = [node, pinnedNode].map((version) => Number(version.split('.')[0]))
  const finding = `Folx ${app} on Node ${node}.`
  if (major === pinned) return ok(finding)
  const advice = {
    finding: `${finding.slice(0, -1)}, which was made for Node ${pinnedNode}.`,
    meaning: 'It hasn’t been tested with this version of Node.',
    action: 'Start the server with “npm start”, which brings its own Node.',
  }
  return Number(major) < Number(pinned) ? failed(advice) : warning(advice)
}

interface PackageFile {
  version: string
  dependencies: { node: string }
}

export const VERSION_CHECKS: readonly Check[] = [
  {
    name: 'versions',
    title: 'Versions',
    run: async () => {
      const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
      const { version: app, dependencies } = JSON.parse(text) as PackageFile
      return judgeVersions({ app, node: process.versions.node, pinnedNode: dependencies.node })
    },
  },
]
