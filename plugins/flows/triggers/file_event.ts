import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import type { Output } from '@crossdock/kernel/shapes'
import type { LoggedEvent } from '@crossdock/kernel/events'
import { part } from '@crossdock/kernel/kinds'
import { assetEvents, type AssetEventPayload } from '@crossdock/backend/assets'
import type { Gathering, TriggerType } from '../contracts/index.js'
import {
  foldersOf,
  isFileType,
  isFolderPath,
  matchesFileType,
} from '../definition/file_patterns.js'
import { triggerFields, words } from '../definition/trigger_fields.js'

const { fileUpload, fileUpdate, fileDelete, metadataChange } = assetEvents
/** Maximum number of files of one run. */
const mostFiles = 1_000
const daySeconds = 86_400

/** `user_action` includes everything that a person does with a file or folder. */
const choices = [
  ...[fileUpload, fileUpdate, fileDelete, metadataChange].map(({ name }) => name),
  'user_action',
]

const eventRule = vine.createRule(
  (value, _options: undefined, field) => {
    if (choices.includes(value as string)) return
    const sentence = '"{{ word }}" is not one of {{ choices }}.'
    field.report(sentence, 'invalid', field, { word: value, choices })
  },
  { toJSONSchema: (schema) => void (schema.enum = choices) }
)

const fileTypeRule = vine.createRule((value, _options: undefined, field) => {
  if (isFileType(value as string)) return
  const sentence =
    '"{{ word }}" is not a file type; write an extension (pdf) or a media type (image/*).'
  field.report(sentence, 'invalid', field, { word: value })
})

const folderPathRule = vine.createRule((value, _options: undefined, field) => {
  if (isFolderPath(value as string)) return
  const sentence = '"{{ word }}" is not a folder path; write it like /Invoices/2026.'
  field.report(sentence, 'invalid', field, { word: value })
})

const config = vine.create({
  eventTypes: part(words(triggerFields.eventType().use(eventRule(undefined))).minLength(1), {
    title: 'Events',
    default: [fileUpload.name],
  }),
  fileTypes: part(words(triggerFields.fileType().use(fileTypeRule(undefined))).optional(), {
    title: 'File types',
    description: 'Extensions or media types; none means every file.',
    examples: ['pdf', 'image/*'],
  }),
  folderPaths: part(words(triggerFields.folderPath().use(folderPathRule(undefined))).optional(), {
    title: 'Folders',
    description: 'With everything below them; none means everywhere.',
    examples: ['/Invoices/2026'],
  }),
  quietSeconds: part(vine.number({ strict: true }).withoutDecimals().min(1).max(3_600).optional(), {
    title: 'Quiet time in seconds',
    description: 'One run starts with all files after this time without a further event.',
    examples: ['30'],
  }),
  batch: part(
    vine
      .object({
        maxFiles: part(vine.number({ strict: true }).withoutDecimals().min(2).max(mostFiles), {
          title: 'Files',
          examples: ['100'],
        }),
        maxSeconds: part(vine.number({ strict: true }).withoutDecimals().min(1).max(daySeconds), {
          title: 'Seconds',
          examples: ['60'],
        }),
      })
      .optional(),
    {
      title: 'Together',
      description:
        'One run starts after this many files, or this long after the first one, whichever comes first.',
    }
  ),
  schedule: triggerFields.schedule(),
  webhookUrl: triggerFields.webhookUrl(),
})

config.messagesProvider = new SimpleMessagesProvider({
  'eventTypes.required': 'Choose at least one event that starts the workflow.',
  'eventTypes.array.minLength': 'Choose at least one event that starts the workflow.',
  'quietSeconds.min': 'The quiet time must be {{ min }} seconds or more.',
  'quietSeconds.max': 'The quiet time must be {{ max }} seconds or less.',
  'batch.maxFiles.required': 'Enter the maximum number of files for a run.',
  'batch.maxSeconds.required': 'Enter the maximum number of seconds for gathering files.',
  'batch.maxFiles.min': 'A run must get {{ min }} files or more.',
  'batch.maxFiles.max': 'A run may get at most {{ max }} files.',
  'batch.maxSeconds.min': 'Files must be gathered for {{ min }} second or more.',
  'batch.maxSeconds.max': 'Files may be gathered for at most {{ max }} seconds.',
  'fileTypes.*.maxLength': 'A file type may have at most {{ max }} characters.',
  'folderPaths.*.maxLength': 'A folder path may have at most {{ max }} characters.',
})

type Config = Output<typeof config>

/** Starts on file events, filtered by event, file type and folder. */
export const fileEvent: TriggerType<Config> = {
  label: 'File Events',
  description: 'Something happens to a file or folder',
  icon: 'file',
  config,
  on: Object.values(assetEvents),
  matches,
  gathers,
}

function gathers({ quietSeconds, batch }: Config): Gathering | undefined {
  if (!quietSeconds && !batch) return undefined
  const { maxFiles = mostFiles, maxSeconds = daySeconds } = batch ?? {}
  return {
    quietMs: quietSeconds ? quietSeconds * 1_000 : null,
    maxFiles,
    maxMs: maxSeconds * 1_000,
  }
}

function matches(config: Config, event: LoggedEvent): boolean {
  const { eventTypes = [], fileTypes = [], folderPaths = [] } = config
  const wanted =
    eventTypes.includes(event.eventType) ||
    (eventTypes.includes('user_action') &&
      (event.actorType === 'user' || event.actorType === 'token'))
  if (!wanted) return false
  const asset = event.payload as AssetEventPayload
  return (
    (fileTypes.length === 0 || fileTypes.some((type) => matchesFileType(type, asset))) &&
    (folderPaths.length === 0 || folderPaths.some((path) => liesIn(asset.path, foldersOf(path))))
  )
}

function liesIn(path: string[], folders: string[]): boolean {
  return folders.every((name, depth) => path[depth] === name)
}
