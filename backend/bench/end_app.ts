import { removeDatabases, type TestApp } from '../testing/index.js'

/** Ends a bench program that contains an application, and removes its database. */
export async function stopAndExit(app: TestApp): Promise<never> {
  await app.stop()
  await removeDatabases()
  process.exit(0)
}
