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
    const again = await part.again([...files], {}, say)
    if (again.failed > 0 || again.passed === 0) continue
    result.unsteady = result.failures
    result.failures = []
    counts.passed += counts.failed
    counts.failed = 0
  }
}
