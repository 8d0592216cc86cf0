import { answerShape, instant, openEnum } from '@crossdock/kernel/shapes'
import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { approvalStatuses } from '../models/approval.js'
import { shapeMessages } from '../definition/step_shape.js'

export const decideBody = vine.create({
  comment: vine.string().trim().maxLength(2_000).nullable().optional(),
})
decideBody.messagesProvider = new SimpleMessagesProvider({
  maxLength: 'The {{ field }} may have at most {{ max }} characters.',
  ...shapeMessages,
})

export const approvalAnswer = answerShape('Approval', {
  id: vine.string(),
  runId: vine.string(),
  executionId: vine.string(),
  flowId: vine.string(),
  flowName: vine.string(),
  stepId: vine.string(),
  path: vine.string().meta({ description: "The step's position in the run." }),
  question: vine.string(),
  details: vine.string().nullable(),
  assetId: vine.string().nullable().meta({ description: 'The file or folder of the run.' }),
  assetName: vine.string().nullable(),
  // `withdrawn` means that the run ended before a decision.
  status: openEnum([...approvalStatuses]),
  createdAt: instant(),
  dueAt: instant().nullable(),
  decidedAt: instant().nullable(),
  decidedBy: vine.string().nullable(),
  decidedByName: vine.string().nullable(),
  comment: vine.string().nullable(),
  mayDecide: vine.boolean({ strict: true }).meta({ description: 'Whether the caller may decide.' }),
})
