import type { ConnectionTest, ExternalSystem } from '@crossdock/client'
import { ExitCode, SilentExit } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { formatDuration } from '../../output/format.js'
import { printDetails } from '../../output/details.js'
import { findRecord } from '../../records/find.js'
import { systemKind } from './kind.js'

export interface TestSystemOptions {
  path?: string
  method?: string
}

/** Tests the connection to a system. Exits with 1 when the test fails. */
export async function testSystem(
  factory: Factory,
  typed: string,
  body: TestSystemOptions
): Promise<void> {
  const api = await factory.api()
  const { id } = await findRecord<ExternalSystem>(api, systemKind, typed)
  const test = await api.post<ConnectionTest>(`${systemKind.path}/${id}/test`, body)
  if (factory.flags.json) factory.printJson(test)
  else {
    printDetails(factory, [
      ['Message', test.message],
      ['Reachable', test.reachable === null ? 'unknown' : yesOrNo(test.reachable)],
      ['Certificate', test.trusted === null ? null : test.trusted ? 'trusted' : 'not trusted'],
      [
        'Credentials accepted',
        test.authenticated === null ? 'unknown' : yesOrNo(test.authenticated),
      ],
      ['Duration', formatDuration(test.duration)],
      ['Found', test.found && `config.${test.found.part} = ${test.found.value}`],
      ['What to do', test.advice],
    ])
  }
  if (!test.success) throw new SilentExit(ExitCode.failure)
}

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no')
