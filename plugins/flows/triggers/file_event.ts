import { text, type FieldError, type Text } from '@crossdock/kernel/http'
import type { LoggedEvent } from '@crossdock/kernel/events'
import {
  fileEvents,
  folderEvents,
  metadataChange,
  type AssetEventPayload,
} from '@crossdock/backend/assets'
import type { TriggerConfig, TriggerType } from '../contracts/index.js'
import { foldersOf, isFileType, isFolderPath, matchesFileType } from './file_patterns.js'

const named = [fileEvents.upload, fileEvents.update, fileEvents.delete, metadataChange]
/** What `user_action` stands for: whatever a person does with a file or folder. */
const allEvents = [...named, fileEvents.restore, ...Object.values(folderEvents)]
const choices = [...named.map(({ name }) => name), 'user_action']

/** Something happened to a file: which events, for which types of files, in which folders. */
export const fileEvent: TriggerType = {
  label: 'File Events',
  on: allEvents,
  validate,
  matches,
}

function validate(config: TriggerConfig): FieldError[] {
  const errors: FieldError[] = []
  const check = (
    field: keyof TriggerConfig,
    fine: (word: string) => boolean,
    wrong: (word: string) => Text
  ) => {
    for (const [at, word] of ((config[field] as string[] | undefined) ?? []).entries()) {
      if (!fine(word)) errors.push({ field: `${field}.${at}`, rule: 'invalid', text: wrong(word) })
    }
  }
  if (!config.eventTypes?.length) {
    const sentence = text('Choose at least one event that starts the workflow.')
    errors.push({ field: 'eventTypes', rule: 'required', text: sentence })
  }
  check('eventTypes', (word) => choices.includes(word), noEvent)
  check('fileTypes', isFileType, noFileType)
  check('folderPaths', isFolderPath, noFolderPath)
  return errors
}

const noEvent = (word: string) =>
  text('"{word}" is not one of {choices}.', { word, choices: choices.join(', ') })

const noFileType = (word: string) =>
  text('"{word}" is not a file type; write an extension (pdf) or a media type (image/*).', { word })

const noFolderPath = (word: string) =>
  text('"{word}" is not a folder path; write it like /Invoices/2026.', { word })

function matches(config: TriggerConfig, event: LoggedEvent): boolean {
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
