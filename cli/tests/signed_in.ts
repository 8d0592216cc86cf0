import type { Group } from '@japa/runner/core'
import { bootApp, signInAs, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'

/** The fixtures of a command's tests. */
interface SignedIn {
  app: TestApp
  acme: TestTenant
  /** New for each test, with a profile signed in by a token of acme's administrator. */
  shell: Shell
}

/** One application for the group, and a terminal for each of its tests. */
export function signedIn(group: Group): SignedIn {
  const lab = {} as SignedIn
  group.setup(async () => {
    lab.app = await bootApp()
    lab.acme = await lab.app.tenant('acme')
    return () => lab.app.stop()
  })
  group.each.setup(async () => {
    lab.shell = await Shell.open()
    await signInAs(lab.shell, lab.app, lab.acme)
    return () => lab.shell.close()
  })
  return lab
}
