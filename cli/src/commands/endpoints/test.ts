import type { ApiEndpoint, EndpointTest } from '@crossdock/client'
import { ExitCode, SilentExit } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { jsonOf } from '../../local_file.js'
import { printRecord } from '../../output/record.js'
import { findRecord } from '../../records/find.js'
import { endpointKind } from './kind.js'

export interface TestEndpointOptions {
  params?: string
  asset?: string
  sendFile?: string
}

/** Sends the request of an endpoint and shows the response. Exits with 1 when the call fails. */
export async function testEndpoint(
  factory: Factory,
  typed: string,
  { params, asset: assetId, sendFile }: TestEndpointOptions
): Promise<void> {
  const given = params === undefined ? undefined : await jsonOf(factory, params)
  const api = await factory.api()
  const { id } = await findRecord<ApiEndpoint>(api, endpointKind, typed)
  const body = { params: given, assetId, sendFile }
  const test = await api.post<EndpointTest>(`${endpointKind.path}/${id}/test`, body)
  if (factory.flags.json) factory.printJson(test)
  else printRecord(factory, test)
  if (!test.success) throw new SilentExit(ExitCode.failure)
}
