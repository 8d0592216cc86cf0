import { answerShape, instant, namedShape } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'

const text = () => vine.string().nullable()
const count = () => vine.number().withoutDecimals()

export const traceAnswer = answerShape('Trace', {
  type: vine.string(),
  id: vine.string().meta({ description: 'As it was asked for.' }),
  chosen: count()
    .nullable()
    .meta({ description: 'The place of the object asked for in `objects`.' }),
  isCut: vine.boolean({ strict: true }).meta({ description: 'There are more than 500 objects.' }),
  objects: vine.array(
    namedShape('TraceObject', {
      type: vine.string().meta({
        description: '`asset`, `webhook_request`, `event`, `execution`, `step` or `call`.',
      }),
      id: text().meta({ description: 'A step is named by its run and its path: `<run>/<path>`.' }),
      cause: count().nullable().meta({ description: 'The place of what caused it.' }),
      depth: count().meta({
        description: 'Number of runs and steps that contain it.',
      }),
      name: text(),
      detail: text().meta({
        description: 'The type of an event or a step, the system of a call.',
      }),
      status: text(),
      statusCode: vine.number().nullable(),
      attempt: vine.number().nullable().meta({ description: 'Of a call: the try of its step.' }),
      startedAt: instant(),
      durationMs: vine.number().nullable(),
      isHidden: vine.boolean({ strict: true }).meta({
        description: 'The caller may not read it: all but its type, place and time is null.',
      }),
    })
  ),
})
