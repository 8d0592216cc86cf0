import type { AuditVerification } from '@crossdock/client'
import { CliError, ExitCode, UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { localFile } from '../../local_file.js'
import type { Verified } from './verify_file.js'

export interface VerifyOptions {
  chain?: string
  key?: string
}

const PATH = '/api/audit/verify'

/**
 * Verifies an audit on the server or in a file.
 * @throws CliError when verification fails
 */
export async function verifyAudit(
  factory: Factory,
  file: string | undefined,
  { chain, key }: VerifyOptions
): Promise<void> {
  if (file && chain) throw new UsageError('An export names its tenant. Leave out --chain.')
  if (!file && key) throw new UsageError('--key is for an export. Name the file.')
  if (key === '') {
    throw new UsageError(
      '--key is empty.',
      'Give the public key: "crossdock audit status" shows it.'
    )
  }
  const result = file
    ? await (await import('./verify_file.js')).verifyFile(await exported(factory, file), file, key)
    : await verifyOnServer(factory, chain)
  if (factory.flags.json) factory.printJson(result)
  else printResult(factory, result, !file)
  if (result.findings.length === 0) return
  throw new CliError(ExitCode.failure, 'The audit was changed after it was recorded.', {
    details: result.findings.map(({ message }) => message),
  })
}

const exported = async (factory: Factory, file: string) =>
  (await localFile(factory, file, 'Nothing was verified.')).path

function printResult(factory: Factory, result: Verified, isOnServer: boolean): void {
  const { verified, erased, confirmedHeads, upTo, chain, key, findings } = result
  const isWell = findings.length === 0
  const counted = isWell ? 'Entries verified' : 'Entries checked'
  factory.say(`${counted}: ${verified}, up to number ${upTo}.`)
  if (chain) factory.say(`Audit: ${chain}.`)
  if (erased > 0) factory.say(`Entries with erased personal data: ${erased}.`)
  // In a new audit nothing is signed yet, which is not a failure.
  if (confirmedHeads > 0 || !isWell) factory.say(`Valid signatures: ${confirmedHeads}.`)
  else if (isOnServer)
    factory.say('No entry is signed yet: the server signs once a day, and with each export.')
  if (key) factory.say(`Signed with the key ${key}: compare it with your server's key.`)
}

/** Verifies range by range: the server checks a limited number of entries per call. */
async function verifyOnServer(factory: Factory, chain: string | undefined): Promise<Verified> {
  const api = await factory.api()
  const sum: Verified = { verified: 0, erased: 0, confirmedHeads: 0, upTo: 0, findings: [] }
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { ...(chain && { chain }), ...(cursor && { cursor }) }
    const stretch: AuditVerification = await api.get<AuditVerification>(PATH, query)
    sum.verified += stretch.verified
    sum.erased += stretch.erased
    sum.confirmedHeads += stretch.confirmedHeads
    sum.upTo = stretch.upTo
    sum.findings.push(...stretch.findings)
    cursor = stretch.next
  }
  return sum
}
