import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { anything, text, type FieldError, type Output } from '@crossdock/kernel/http'
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
    description: 'None means the one the run is about.',
  }),
})

config.messagesProvider = new SimpleMessagesProvider({
  'metadata.required': 'Give the metadata to set as a JSON object.',
  'metadata.record': 'Give the metadata to set as a JSON object.',
  'metadata.record.minLength': 'Name at least one metadata key to set.',
  string: 'The {{ field }} field must be a text.',
})

/** Sets metadata of the file the run is about (or of a fixed one); null removes a key. */
export const metadataUpdate: StepType<Output<typeof config>> = {
  label: 'Metadata update',
  description: 'Writes metadata to the file or folder the run is about',
  icon: 'tag',
  config,
  outputPermission: assetsRead,
  permissions: [assetsWrite],
  check: ({ config: { assetId } }) => (assetId ? missing(assetId) : []),
  async run({ step: { config }, input }) {
    const assetId = config.assetId || input.assetId
    if (!assetId) {
      throw new StepFailed('The run is about no file. Start it for one, or name one in the step.', {
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

async function missing(id: string): Promise<FieldError[]> {
  try {
    await assetLibrary.use().find(id)
    return []
  } catch {
    const sentence = text('There is no asset with the id "{id}".', { id })
    return [{ field: 'config.assetId', rule: 'exists', text: sentence }]
  }
}
