/** So many failures at most may be an accident of a busy machine. More have failed. */
export const mostForgiven = 3

const isFailed = ({ outcome }) => outcome === 'failed'
const keyOf = ({ file, title }) => `${file} ${title}`
/** Tests behind a hook that failed share its fate, and do not count as accidents of their own. */
const isBehindHook = ({ error }) => error?.startsWith('It did not run:')
/** Programs that run side by side make each other slower. What a test costs is known only when it runs alone. */
const isTooDear = ({ error }) => error?.startsWith('It took ')

/**
 * Runs the files of up to three failures once more, alone, after everything else has ended. A test or hook that passes
 * then is forgiven: it counts as passed, and the last lines of the run name it. What fails twice has failed. Tests that
 * took too much processor time are measured again in the same way, however many they are.
 * @param results of each part: `part` with `name` and `again(files)`, which gives records, and `records`, which this changes
 * @returns the failures that were forgiven, as `{ part, record }`
 */
export async function secondLook(results, say) {
  const failed = results.flatMap(({ records }) => records.filter(isFailed))
  const accidents = failed.filter((record) => !isBehindHook(record) && !isTooDear(record))
  const mayForgive = accidents.length <= mostForgiven
  const isLookedAt = (record) => isFailed(record) && (mayForgive || isTooDear(record))
  const forgiven = []
  for (const result of results) {
    const failures = result.records.filter(isLookedAt)
    // A program that ended without a record names no file, and would not pass by itself.
    const files = [...new Set(failures.map(({ file }) => file))]
    if (files.length === 0 || files.includes(undefined)) continue
    say(`\n=== ${result.part.name}, what failed once more`)
    const again = await result.part.again(files, say)
    const passedFiles = new Set(
      again.filter(({ outcome }) => outcome === 'passed').map(({ file }) => file)
    )
    const failedAgain = new Set(again.filter(isFailed).map(keyOf))
    for (const record of failures) {
      const isOver = failedAgain.has(keyOf(record)) || !passedFiles.has(record.file)
      // A program that broke off said nothing of the other tests of the file.
      if (isOver || again.some(({ file }) => file === undefined)) continue
      if (!isBehindHook(record)) forgiven.push({ part: result.part.name, record: { ...record } })
      record.outcome = record.title.includes(' › hook: ') ? 'cost' : 'passed'
    }
    // What failed for the first time now has failed, too.
    const known = new Set(failures.map(keyOf))
    result.records.push(...again.filter((record) => isFailed(record) && !known.has(keyOf(record))))
  }
  return forgiven
}
