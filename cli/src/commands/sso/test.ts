import type { OauthConfigTest } from '@crossdock/client'
import { ExitCode, SilentExit } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { findRecord } from '../../records/find.js'
import { providerKind } from './kind.js'

/** Tests the connection to an identity provider, and prints each check. */
export async function testProvider(factory: Factory, typed: string): Promise<void> {
  const api = await factory.api()
  const { id, provenAt, callbackUrl } = await findRecord(api, providerKind, typed)
  const test = await api.post<OauthConfigTest>(`${providerKind.path}/${id}/test`, {})
  if (factory.flags.json) factory.printJson(test)
  else {
    await factory.printList(
      test.checks,
      [
        {
          title: 'Result',
          text: ({ passed }) => (passed ? 'passed' : 'FAILED'),
          style: ({ passed }, colors) => (passed ? colors.green : colors.red),
        },
        { title: 'What', text: ({ name }) => name },
        { title: 'Found', text: ({ message }) => message, whole: true },
      ],
      'No checks.'
    )
  }
  if (test.passed && !provenAt) {
    const page = new URL('/settings?tab=sso', callbackUrl).href
    factory.note(`Next: sign in with it once in the console, then enable it: ${page}`)
  }
  if (!test.passed) throw new SilentExit(ExitCode.refused)
}
