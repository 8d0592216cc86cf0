import vine from '@vinejs/vine'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { newId, now, transaction, unscoped } from '../../database/index.js'
import { asOperator, currentTenantId } from '../../tenancy/index.js'
import {
  Answer,
  answerShape,
  conflict,
  door,
  httpStages,
  operation,
  type Input,
} from '../../http/index.js'
import { text } from '../../ground/text.js'

const body = vine.create({ name: vine.string(), length: vine.number().optional() })
const response = answerShape('LabThing', { name: vine.string(), text: vine.string() })

/** Requests that stand at their gate until it is opened, by name. */
const gates = new Map<string, { opened: Promise<void>; open: () => void; reached: boolean }>()

/** Lets every request of this name wait; call the result to let them on. */
export function shut(name: string) {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const gate = { opened, open, reached: false }
  gates.set(name, gate)
  return gate
}

async function pass(name: string): Promise<void> {
  const gate = gates.get(name)
  if (!gate) return
  gate.reached = true
  await gate.opened
}

/** How often the work of a name has begun. */
export const begun: string[] = []
/** What stood around the work, in order. */
export const around: string[] = []

type LabInput = Input<typeof body>

const insert = async (name: string) =>
  unscoped()
    .insertQuery()
    .table('lab_effects')
    .insert({ id: newId(), tenant_id: currentTenantId(), created_at: now(), name })

const store = (name: string) => transaction(() => insert(name))

class Lab {
  async make({ body: { name, length = 1 } }: LabInput) {
    begun.push(name)
    await pass(name)
    await store(name)
    return new Answer(
      201,
      { name, text: 'x'.repeat(length) },
      { 'x-lab': 'kept', 'cache-control': 'no-store' }
    )
  }

  /** In every tenant's scope at once, as operators' actions do. */
  async widely({ body: { name } }: LabInput) {
    const tenantId = currentTenantId()
    await asOperator('the laboratory works for everybody', () =>
      transaction(() =>
        unscoped()
          .insertQuery()
          .table('lab_effects')
          .insert({ id: newId(), tenant_id: tenantId, created_at: now(), name })
          .then(() => undefined)
      )
    )
    return { name, text: '' }
  }

  /** Refused until something of that name is there. */
  async refuse({ body: { name } }: LabInput) {
    begun.push(name)
    if (begun.filter((one) => one === name).length < 2) throw conflict('E_LAB', text('Not yet.'))
    await store(name)
    return { name, text: '' }
  }

  /** The first transaction is taken back, the second one stays; then it fails. */
  async fail({ body: { name } }: LabInput): Promise<{ name: string; text: string }> {
    begun.push(name)
    await transaction(async () => {
      await insert(`${name} taken back`)
      throw new Error('taken back')
    }).catch(() => undefined)
    await store(name)
    throw new Error('failed after the commit')
  }

  async twice({ body: { name } }: LabInput) {
    await Promise.all([store(name), store(name)])
    return { name, text: '' }
  }

  /** Writes nothing. */
  async idle({ body: { name, length = 0 } }: LabInput) {
    begun.push(name)
    return { name, text: 'x'.repeat(length) }
  }

  async nothing({ body: { name } }: LabInput) {
    begun.push(name)
    await store(name)
  }
}

const lab = async () => ({ default: Lab })
const made = { summary: 'Work in the laboratory', body, response, refusals: [409] }

/** Operations that do their work in every way there is. */
export const laboratory = definePlugin({
  name: 'laboratory',
  version: '1.0.0',
  compatibility: '^1.0',
  migrations: ['backend/kernel/idempotency/tests/migrations'],
  contributes: [
    contribute(httpStages, (stages) =>
      stages.add('lab', {
        at: 'act',
        async around({ operation: { path } }, next) {
          around.push(path)
          await next()
        },
      })
    ),
  ],
  operations: async () => ({
    default: [
      operation(
        'POST /lab/make',
        { ...made, permission: { name: 'assets.write' }, status: 201, location: '/api/lab/{name}' },
        lab,
        'make'
      ),
      operation('POST /lab/widely', made, lab, 'widely'),
      operation('POST /lab/refuse', made, lab, 'refuse'),
      operation('POST /lab/fail', made, lab, 'fail'),
      operation('POST /lab/twice', made, lab, 'twice'),
      operation('POST /lab/idle', made, lab, 'idle'),
      operation('POST /lab/nothing', { summary: 'Work in silence', body }, lab, 'nothing'),
      operation('PUT /lab/idle', made, lab, 'idle'),
      door('POST /lab', { ...made, access: 'public' }, lab, 'idle'),
    ],
  }),
})
