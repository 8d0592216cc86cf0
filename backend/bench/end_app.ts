import { removeDatabases, type TestApp } from '../testing/index.js'

/** Ends a program of the bench that holds an application: nothing of its database is left. */
export async function endApp(app: TestApp): Promise<never> {
  await app.stop()
  await removeDatabases()
  process.exit(0)
}
