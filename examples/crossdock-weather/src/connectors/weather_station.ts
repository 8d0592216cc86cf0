import {
  address,
  callTools,
  type Call,
  type CallOutcome,
  type Connector,
} from '@crossdock/integrations/contracts'
import { egress, readContent } from '@crossdock/kernel/egress'
import type { Output } from '@crossdock/kernel/shapes'
import { part, type ConfigOf } from '@crossdock/kernel/kinds'
import vine from '@vinejs/vine'
import type { stationKey } from '../auth_types/station_key.js'

const config = vine.create({
  station: address(vine.string().maxLength(255), {
    title: 'Station',
    examples: ['station.example:80'],
  }),
  unit: part(vine.enum(['celsius', 'fahrenheit']).optional(), {
    title: 'Unit',
    default: 'celsius',
  }),
})

const longestAnswer = 64 * 1024

/** Calls the station through `egress`, which refuses private addresses. Errors of `egress` say what went wrong. */
async function ask({
  system,
  endpoint,
  values,
  timeoutMs,
  signal,
}: Call<Output<typeof config>>): Promise<CallOutcome> {
  const { station, unit = 'celsius' } = system.config
  const { owner, key = '' } = system.auth as ConfigOf<typeof stationKey>
  const path = callTools.fillText(endpoint.path, values, encodeURIComponent)
  const url = `http://${station}${path}?unit=${unit}`
  const answer = await egress.use().request({
    method: endpoint.method,
    url,
    systemId: system.id,
    headers: { 'X-Station-Owner': owner, 'X-Station-Key': key },
    maxResponseBytes: longestAnswer,
    ...(timeoutMs ? { timeoutMs } : {}),
    ...(signal ? { signal } : {}),
  })
  const success = answer.status < 300
  return {
    status: success ? 'success' : 'error',
    statusCode: answer.status,
    durationMs: answer.durationMs,
    message: `The station answered ${answer.status}.`,
    retryable: answer.status >= 500,
    request: { url },
    response: { body: (await readContent(answer, longestAnswer)).value },
  }
}

/** The connector for weather stations. A connector is one file. */
export const weatherStation: Connector<typeof config> = {
  label: 'Weather station',
  description: 'Asks a weather station of your own.',
  icon: 'cloud-sun',
  config,
  authTypes: ['station_key'],
  capabilities: ['observe'],
  operations: { test: ask, call: ask },
}
