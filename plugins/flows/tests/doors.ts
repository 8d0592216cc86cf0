import vine from '@vinejs/vine'
import { assetEvents } from '@crossdock/backend/assets'
import { part, secret } from '@crossdock/kernel/kinds'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import {
  flowsRead,
  flowsWrite,
  StepFailed,
  stepTypes,
  triggerTypes,
  type StepContext,
  type StepType,
  type TriggerType,
} from '../contracts/index.js'

export const password = 'c0rrect-horse'
const words = (title: string) => part(vine.string(), { title })

/** A step that reveals its password in its failures and outputs. */
export class Knock implements StepType<{ door: string; password?: string }> {
  readonly label = 'Knock'
  readonly description = 'Says a password at a door'
  readonly outputPermission = flowsRead
  readonly permissions = [flowsWrite]
  readonly config = vine.create({ door: words('Door'), password: secret({ title: 'Password' }) })
  readonly said: unknown[] = []

  async run({ step: { config }, attempt }: StepContext<{ door: string; password?: string }>) {
    this.said.push(config)
    if (config.door === 'closed' || (config.door === 'stuck' && attempt === 1)) {
      throw new StepFailed(`No entry with ${config.password}.`, {
        retryable: config.door === 'stuck',
        output: { heard: config.password },
      })
    }
    return { output: { heard: `the word ${config.password}` } }
  }
}

class Bell implements TriggerType<{ tone: string; code?: string }> {
  readonly label = 'Bell'
  readonly description = 'Rings when a file is called by its code'
  readonly config = vine.create({ tone: words('Tone'), code: secret({ title: 'Code' }) })
  readonly on = [assetEvents.fileUpload]
  matches({ code }: { code?: string }, { payload }: { payload: object }) {
    return 'name' in payload && payload.name === code
  }
}

/** A step that enters the first of its configured branches. */
const crossing: StepType<{ ways: string[] }> = {
  label: 'Crossing',
  description: 'Goes the first of its ways',
  outputPermission: flowsRead,
  permissions: [],
  config: vine.create({ ways: part(vine.array(vine.string()), { title: 'Ways' }) }),
  branchesBy: ({ ways }) => ways.map((way) => way.toLowerCase()),
  run: ({ step: { config } }) => Promise.resolve({ enter: config.ways[0]! }),
}

/** Steps and triggers with secrets. */
export const doors = (knock: Knock) =>
  definePlugin({
    name: 'doors',
    version: '1.0.0',
    compatibility: '^0.1',
    dependsOn: ['flows'],
    contributes: [
      contribute(stepTypes, (types) => {
        types.add('knock', knock)
        types.add('rap', knock)
        types.add('crossing', crossing)
      }),
      contribute(triggerTypes, (types) => {
        types.add('bell', new Bell())
        types.add('gong', new Bell())
      }),
    ],
  })
