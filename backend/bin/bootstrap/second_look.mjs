import { Failures } from './failures.mjs'

/** So many failures, one test in three hundred, are looked at again: a machine a third as fast has more. More are no accident. */
const mostFailures = 20

/**
 * Runs the files of few failed tests once more, each part's by themselves, after everything else has ended. What passes
 * then was unsteady: it counts as passed and is named at the end of the run, to be mended. What fails twice has failed.
 * @param results of each part what `runAll` keeps of it: `part`, `counts`, `failures`, `files` and how many were `told`
 */
export async function secondLook(results, say) {
  const failed = results.reduce((sum, { counts }) => sum + counts.failed, 0)
  if (failed > mostFailures) return
  for (const result of results) {
    const { part, counts, files } = result
    // A failure outside a test (a hook, a crash) names none and is none that could pass.
    if (counts.failed === 0 || counts.failed !== result.told || files.size === 0) continue
    say(`\n=== ${part.name}, what failed once more`)
    const found = new Failures()
    const again = await part.again([...files], {}, (line) => {
      found.read(line)
      say(line)
    })
    const isTold = again.failed === found.count && again.failed < counts.failed
    if (isTold && again.passed > 0) settle(result, again.failed, found.each(part.name))
  }
}

/** @param failures what failed again, as it was told then */
function settle(result, failed, failures) {
  const titles = new Set(failures.map(([title]) => title))
  result.unsteady = result.failures.filter(([title]) => !titles.has(title))
  result.failures = failures
  result.counts.passed += result.counts.failed - failed
  result.counts.failed = failed
}
