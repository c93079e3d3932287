/**
 * Runs before what people run first. Plain JavaScript, because it is for a Node that can't run the
 * rest: `npm ci` installs the right one, but not with `--ignore-scripts`.
 */
const found = process.versions.node
if (Number(found.split('.')[0]) < 24) {
  console.error(
    `Folx needs Node 24, and this is Node ${found}. “npm ci” installs Node 24 in this folder, unless scripts of packages are turned off: run it again without --ignore-scripts (npm config get ignore-scripts must say false).`,
  )
  process.exit(1)
}
