import { answerShape, anything } from '@crossdock/kernel/shapes'
import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { limits } from '../expressions/limits.js'
import { shapeMessages } from '../definition/step_shape.js'

export const previewExpressionBody = vine.create({
  expression: vine.string().trim().minLength(1).maxLength(limits.sourceCharacters),
  sample: anything().optional().meta({
    description: 'What it reads: `{ "file": { … }, "steps": { … } }`.',
  }),
  deadlineMs: vine
    .number({ strict: true })
    .withoutDecimals()
    .range([10, limits.mostMs])
    .optional()
    .meta({ description: `In milliseconds; ${limits.usualMs} when left out.` }),
})

previewExpressionBody.messagesProvider = new SimpleMessagesProvider({
  'expression.required': 'Write the expression.',
  'expression.minLength': 'Write the expression.',
  maxLength: 'The {{ field }} may have at most {{ max }} characters.',
  withoutDecimals: 'The {{ field }} must be a whole number.',
  range: 'The {{ field }} must be a whole number from {{ min }} to {{ max }}.',
  ...shapeMessages,
})

export const expressionPreviewAnswer = answerShape('ExpressionPreview', {
  result: anything().meta({
    description: 'The value; null if there is none, or if there is an error.',
  }),
  error: vine.string().nullable().meta({ description: 'Why there is no result.' }),
  position: vine.number().withoutDecimals().nullable().meta({
    description: 'Characters of the expression up to the error, where known.',
  }),
})
