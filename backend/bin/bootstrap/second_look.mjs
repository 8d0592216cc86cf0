/** Up to this many failures may be accidents of a busy machine. More are real failures. */
export const mostForgiven = 3

const isFailed = ({ outcome }) => outcome === 'failed'
const keyOf = ({ file, title }) => `${file} ${title}`
/** Tests that failed because a hook of their group failed are not accidents. */
const isBehindHook = ({ error }) => error?.startsWith('It did not run:')

/**
 * Runs the files of up to three failures again, alone, after everything else has ended. A test or hook that
 * then passes counts as passed, and the last lines of the run name it. A second failure is final.
 * @param results of each part: `part` with `name` and `again(files)`, which returns records, and `records`,
 *   which this function changes
 * @returns the forgiven failures, as `{ part, record }`
 */
export async function secondLook(results, say) {
  const failed = results.flatMap(({ records }) => records.filter(isFailed))
  const forgiven = []
  if (failed.filter((record) => !isBehindHook(record)).length > mostForgiven) return forgiven
  for (const result of results) {
    const failures = result.records.filter(isFailed)
    // A program that crashed names no file, and a second run would not help.
    const files = [...new Set(failures.map(({ file }) => file))]
    if (files.length === 0 || files.includes(undefined)) continue
    say(`\n=== ${result.part.name}, failed tests again`)
    const again = await result.part.again(files, say)
    const passedFiles = new Set(
      again.filter(({ outcome }) => outcome === 'passed').map(({ file }) => file)
    )
    const failedAgain = new Set(again.filter(isFailed).map(keyOf))
    for (const record of failures) {
      const isOver = failedAgain.has(keyOf(record)) || !passedFiles.has(record.file)
      // A program that crashed has no results for the other tests of the file.
      if (isOver || again.some(({ file }) => file === undefined)) continue
      if (!isBehindHook(record)) forgiven.push({ part: result.part.name, record: { ...record } })
      record.outcome = record.title.includes(' › hook: ') ? 'cost' : 'passed'
    }
    // A test that fails now for the first time is a failure, too.
    const known = new Set(failures.map(keyOf))
    result.records.push(...again.filter((record) => isFailed(record) && !known.has(keyOf(record))))
  }
  return forgiven
}
