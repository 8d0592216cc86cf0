import { answerShape, anything, instant, namedShape, openEnum } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

const optionalText = () => vine.string().nullable()

export const entryAnswer = answerShape('AuditEntry', {
  id: vine.string().meta({ description: 'The id of the event.' }),
  seq: vine
    .number()
    .withoutDecimals()
    .meta({ description: 'Number of the entry in the chain, from 1.' }),
  createdAt: instant(),
  eventType: vine.string(),
  description: optionalText().meta({ description: 'Description of the event type.' }),
  action: optionalText().meta({
    description: 'A sentence in the language of the reader; null if the event type has none.',
  }),
  actorType: vine.string(),
  actorId: optionalText(),
  userId: optionalText().meta({ description: 'The person behind the actor.' }),
  person: vine.object({ name: vine.string(), email: vine.string() }).nullable().meta({
    description:
      'Name and address at the time of sealing; null without a person and after an erasure.',
  }),
  environmentId: optionalText(),
  sourceType: optionalText(),
  sourceId: optionalText(),
  targetType: optionalText(),
  targetId: optionalText(),
  causeId: optionalText(),
  rootId: vine.string(),
  details: vine.record(anything()).nullable(),
  erased: vine
    .array(vine.enum(['person', 'details'] as const))
    .meta({ description: 'Erased parts; the chain still proves that they existed.' }),
  hash: vine.string(),
})

export const typesAnswer = vine.create(
  vine.array(
    namedShape('AuditEventType', {
      name: vine.string().meta({ description: 'A value of the filter eventType.' }),
      description: vine.string(),
    })
  )
)

const head = () =>
  vine
    .object({
      kind: openEnum(['head', 'checkpoint', 'broken']),
      chain: vine.string(),
      seq: vine.number().withoutDecimals(),
      hash: vine.string(),
      createdAt: instant(),
      keyId: vine.string(),
      signature: vine.string().meta({ description: 'Ed25519, base64url.' }),
    })
    .nullable()

const publicKeys = () =>
  vine.array(
    namedShape('AuditKey', {
      keyId: vine.string(),
      publicKey: vine.string().meta({ description: 'Ed25519, 32 bytes in base64url.' }),
    })
  )

export const statusAnswer = answerShape('AuditStatus', {
  chain: vine.string().meta({ description: 'The id of its tenant, or `operator`.' }),
  name: optionalText().meta({ description: 'Last name of the tenant.' }),
  sealedUpTo: vine
    .number()
    .withoutDecimals()
    .meta({ description: 'Number of the last entry; newer events are sealed soon.' }),
  sealedAt: instant().nullable(),
  hash: vine.string().nullable().meta({ description: 'Hash of the last entry.' }),
  checkpoint: head().meta({ description: 'Signed when retention deleted older entries.' }),
  lastHead: head().meta({ description: 'The newest signed head; one is signed each day.' }),
  keys: publicKeys(),
})

export const chainsAnswer = vine.create(
  vine.array(
    namedShape('AuditChain', {
      id: vine.string().meta({ description: 'The id of its tenant, or `operator`.' }),
      name: optionalText(),
      subdomain: optionalText(),
      isGone: vine.boolean({ strict: true }).meta({ description: 'The tenant was deleted.' }),
      seq: vine.number().withoutDecimals(),
      sealedAt: instant(),
    })
  )
)

export const chainQuery = vine.create({
  chain: vine.string().maxLength(36).optional().meta({
    description:
      'For super administrators outside of any tenant: the id of the audit; GET /audit/chains lists them.',
  }),
})

export const verifyQuery = vine.create({
  chain: vine.string().maxLength(36).optional(),
  cursor: vine
    .string()
    .regex(/^\d{1,15}~-?\d{1,6}$/)
    .optional()
    .meta({
      description: '`next` of the previous answer; the beginning of the audit when left out.',
    }),
})

export const verificationAnswer = answerShape('AuditVerification', {
  chain: vine.string(),
  from: vine.number().withoutDecimals(),
  upTo: vine.number().withoutDecimals(),
  verified: vine.number().withoutDecimals(),
  erased: vine
    .number()
    .withoutDecimals()
    .meta({ description: 'Entries with erased parts; they still count as unchanged.' }),
  confirmedHeads: vine.number().withoutDecimals(),
  findings: vine.array(
    namedShape('AuditFinding', {
      kind: openEnum(findingKinds()),
      seq: vine.number().withoutDecimals(),
      to: vine.number().withoutDecimals().nullable(),
      part: vine.enum(['person', 'details'] as const).nullable(),
      message: vine.string(),
    })
  ),
  next: optionalText().meta({ description: 'The cursor of the next call; null at the end.' }),
})

function findingKinds() {
  return [
    'changed',
    'missing',
    'inserted',
    'reordered',
    'rewritten',
    'cut',
    'signature',
    'unknown_key',
    'broken',
    'foreign',
    'erased',
  ]
}

export const erasureBody = vine.create({
  userId: vine.string().minLength(1).maxLength(36),
  chain: vine.string().maxLength(36).optional(),
})

export const erasureAnswer = answerShape('AuditErasure', {
  userId: vine.string(),
  chain: vine.string(),
})
