import { answerShape, instant, namedShape } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

const text = () => vine.string().nullable()
const count = () => vine.number().withoutDecimals()

export const traceAnswer = answerShape('Trace', {
  type: vine.string(),
  id: vine.string().meta({ description: 'The requested id.' }),
  chosen: count()
    .nullable()
    .meta({ description: 'Position of the requested object in `objects`.' }),
  isCut: vine.boolean({ strict: true }).meta({ description: 'There are more than 500 objects.' }),
  objects: vine.array(
    namedShape('TraceObject', {
      type: vine.string().meta({
        description: '`asset`, `webhook_request`, `event`, `execution`, `step` or `call`.',
      }),
      id: text().meta({ description: 'A step is named by its run and its path: `<run>/<path>`.' }),
      cause: count().nullable().meta({ description: 'Position of its cause in `objects`.' }),
      depth: count().meta({
        description: 'Number of runs and steps that contain it.',
      }),
      name: text(),
      detail: text().meta({
        description: 'The type of an event or a step, the system of a call.',
      }),
      status: text(),
      statusCode: vine.number().nullable(),
      attempt: vine
        .number()
        .nullable()
        .meta({ description: 'The attempt of the step that made the call.' }),
      startedAt: instant(),
      durationMs: vine.number().nullable(),
      isHidden: vine.boolean({ strict: true }).meta({
        description:
          'The caller may not read it: everything except its type, position and time is null.',
      }),
    })
  ),
})
