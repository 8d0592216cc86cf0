import { createHmac } from 'node:crypto'
import {
  address,
  authTypes,
  callTools,
  connectors,
  type AuthTypeKind,
  type Connector,
} from '@crossdock/integrations/contracts'
import { egress } from '@crossdock/kernel/egress'
import { part, secret, type ConfigOf } from '@crossdock/kernel/kinds'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import vine from '@vinejs/vine'

/** An authentication type with custom fields. */
const signed = {
  label: 'Signed requests',
  description: 'Signs each request with a shared key.',
  config: vine.create({
    keyId: part(vine.string(), { title: 'Key ID' }),
    key: secret({ title: 'Key' }),
  }),
} satisfies AuthTypeKind

const config = vine.create({
  depot: address(vine.string().maxLength(200), { title: 'Depot', examples: ['depot.example:80'] }),
  lane: part(vine.number({ strict: true }).range([1, 9]).optional(), { title: 'Lane' }),
  passphrase: secret({ title: 'Passphrase' }),
})

/** The timeout that the depot received for each call. */
export const depotTimeouts: (number | undefined)[] = []

/** A third-party connector, in one file. */
export const parcelDepot: Connector<typeof config> = {
  label: 'Parcel depot',
  description: 'Announces parcels.',
  icon: 'package',
  config,
  authTypes: ['signed', 'basic'],
  capabilities: ['send'],
  operations: {
    async call({ system, endpoint, values, timeoutMs }) {
      depotTimeouts.push(timeoutMs)
      const { depot, lane = 1, passphrase = '' } = system.config
      const auth = system.auth as ConfigOf<typeof signed>
      const { body = {} } = endpoint.requestSchema
      const announced = {
        ...(callTools.fillDeep(body, values) as object),
        ...callTools.mapFields(endpoint.fieldMapping, values),
        passphrase,
      }
      const text = JSON.stringify(announced)
      const key = auth.key ?? ''
      const answer = await egress.use().request({
        method: 'POST',
        url: `http://${depot}${callTools.fillText(endpoint.path, values, encodeURIComponent)}?lane=${lane}`,
        systemId: system.id,
        headers: {
          'X-Key-Id': auth.keyId,
          'X-Signature': createHmac('sha256', key).update(text).digest('hex'),
          'X-Key': key,
        },
        body: text,
        maxResponseBytes: 64 * 1024,
      })
      const success = answer.status < 300
      return {
        status: success ? 'success' : 'error',
        statusCode: answer.status,
        durationMs: 1,
        message: `The depot answered ${answer.status} to ${key}.`,
        retryable: answer.status >= 500,
        request: { announced, signedWith: `key ${key}` },
        response: { body: answer.body.toString('utf8') },
      }
    },
    test(call) {
      return parcelDepot.operations.call!(call)
    },
  },
}

export const depots = definePlugin({
  name: 'depots',
  version: '1.0.0',
  compatibility: '^0.1',
  dependsOn: ['integrations'],
  contributes: [
    contribute(connectors, (registry) => registry.add('parcel_depot', parcelDepot)),
    contribute(authTypes, (registry) => registry.add('signed', signed)),
  ],
})
