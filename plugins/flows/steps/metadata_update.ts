import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { anything, type Output } from '@crossdock/kernel/shapes'
import { text, type FieldError } from '@crossdock/kernel/ground'
import { isJsonObject } from '@crossdock/kernel/json'
import { part, reference } from '@crossdock/kernel/kinds'
import { assetLibrary, assetsRead, assetsWrite } from '@crossdock/backend/assets'
import { StepFailed, type StepType } from '../contracts/index.js'

const longestKey = 200

const config = vine.create({
  metadata: part(
    vine
      .record(anything())
      .minLength(1)
      .validateKeys((keys, field) => {
        if (keys.every((key) => key !== '' && key.length <= longestKey)) return
        const sentence = 'Metadata keys must have 1 to {{ most }} characters.'
        field.report(sentence, 'keys', field, { most: longestKey })
      }),
    {
      title: 'Metadata',
      description: 'Values by their keys; null removes a key.',
      examples: ['{ "checked": true }'],
    }
  ),
  assetId: reference('assets', {
    title: 'File or folder',
    description: 'Without a value, the file or folder of the run is used.',
  }),
})

config.messagesProvider = new SimpleMessagesProvider({
  'metadata.required': 'Give the metadata to set as a JSON object.',
  'metadata.record': 'Give the metadata to set as a JSON object.',
  'metadata.record.minLength': 'Name at least one metadata key to set.',
  string: 'The {{ field }} field must be a text.',
})

/** Sets metadata of the run's file (or of a fixed one); null removes a key. */
export const metadataUpdate: StepType<Output<typeof config>> = {
  label: 'Metadata update',
  description: 'Writes metadata to the file or folder the run is about',
  icon: 'tag',
  config,
  outputPermission: assetsRead,
  permissions: [assetsWrite],
  outputShape: () => ({ properties: { assetId: {}, metadata: {} } }),
  check: async ({ config: { assetId, metadata } }) => [
    ...(assetId ? await missing(assetId) : []),
    ...unfilled(metadata, 'config.metadata'),
  ],
  async run({ step: { config }, input }) {
    const assetId = config.assetId || input.assetId
    if (!assetId) {
      throw new StepFailed('The run has no file. Start it for one, or choose one in the step.', {
        retryable: false,
      })
    }
    await assetLibrary.use().find(assetId)
    const { metadata } = config
    return {
      output: { assetId, metadata },
      async save() {
        await assetLibrary.use().mergeMetadata(assetId, metadata)
      },
    }
  },
}

/** Placeholders that calls of systems fill: `{file.name}`, `{steps.one.body["customer name"]}`. */
const placeholder =
  /\{(?:file|user|system|params|steps|trigger|variables)(?:\.[\w-]+|\[\d+\]|\["(?:[^"\\]|\\.)*"\])+\}/

/** Returns errors for placeholders in keys and values, because this step would store them literally. */
function unfilled(value: unknown, field: string): FieldError[] {
  if (typeof value === 'string') {
    const [written] = placeholder.exec(value) ?? []
    if (written === undefined) return []
    const sentence = text(
      'This step does not fill placeholders: {text} would be stored literally. Enter the value itself.',
      { text: written }
    )
    return [{ field, rule: 'placeholder', text: sentence }]
  }
  if (!Array.isArray(value) && !isJsonObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = `${field}.${key}`
    return [...unfilled(key, at), ...unfilled(inner, at)]
  })
}

async function missing(id: string): Promise<FieldError[]> {
  try {
    await assetLibrary.use().find(id)
    return []
  } catch {
    const sentence = text('There is no asset with the id "{id}".', { id })
    return [{ field: 'config.assetId', rule: 'exists', text: sentence }]
  }
}
