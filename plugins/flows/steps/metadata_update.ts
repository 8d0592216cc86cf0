import { text, type FieldError, type Text } from '@crossdock/kernel/http'
import { assetLibrary, assetsRead, assetsWrite } from '@crossdock/backend/assets'
import { StepFailed, type FlowStep, type StepType } from '../contracts/index.js'

/** Sets metadata of the file the run is about (or of a fixed one); null removes a key. */
export const metadataUpdate: StepType = {
  label: 'Metadata update',
  describe: 'Writes metadata to the file or folder the run is about',
  outputPermission: assetsRead,
  permissions: [assetsWrite],
  validate,
  async run({ step, input }) {
    const assetId = fixedAsset(step) ?? input.assetId
    if (!assetId) {
      throw new StepFailed('The run is about no file. Start it for one, or name one in the step.', {
        retryable: false,
      })
    }
    await assetLibrary.use().find(assetId)
    const metadata = step.config.metadata as Record<string, unknown>
    return {
      output: { assetId, metadata },
      async save() {
        await assetLibrary.use().mergeMetadata(assetId, metadata)
      },
    }
  },
}

async function validate(step: FlowStep): Promise<FieldError[]> {
  const errors: FieldError[] = []
  const wrong = (field: string, sentence: Text) =>
    errors.push({ field, rule: 'invalid', text: sentence })
  const { metadata } = step.config
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) {
    wrong('config.metadata', text('Give the metadata to set as a JSON object.'))
  } else if (Object.keys(metadata).length === 0) {
    wrong('config.metadata', text('Name at least one metadata key to set.'))
  } else if (Object.keys(metadata).some((key) => key === '' || key.length > 200)) {
    wrong('config.metadata', text('Metadata keys must have 1 to 200 characters.'))
  }
  const assetId = fixedAsset(step)
  if (assetId && !(await exists(assetId))) {
    wrong('config.assetId', text('There is no asset with the id "{id}".', { id: assetId }))
  }
  return errors
}

function fixedAsset({ config }: FlowStep): string | null {
  return typeof config.assetId === 'string' && config.assetId !== '' ? config.assetId : null
}

function exists(id: string): Promise<boolean> {
  return assetLibrary
    .use()
    .find(id)
    .then(
      () => true,
      () => false
    )
}
