import { text, type FieldError } from '@crossdock/kernel/http'
import { isRecord } from '../calls/values.js'
import { sendFileModes, type SendFileMode } from '../contracts/index.js'

/** What an `api_call` step may set besides its endpoint. */
export interface ApiCallConfig {
  /** Whether the file of the run is sent: not at all, as the body, or as `file` of a multipart form. */
  sendFile: SendFileMode
  /** Values for the endpoint's placeholders; may hold placeholders themselves. */
  params: Record<string, unknown>
}

export function readConfig(config: Record<string, unknown>): ApiCallConfig {
  return {
    sendFile: isSendFile(config.sendFile) ? config.sendFile : 'none',
    params: isRecord(config.params) ? config.params : {},
  }
}

export function checkConfig(config: Record<string, unknown>): FieldError[] {
  const errors: FieldError[] = []
  if (config.sendFile !== undefined && !isSendFile(config.sendFile)) {
    errors.push({
      field: 'config.sendFile',
      rule: 'enum',
      text: text('sendFile must be one of: {choices}.', { choices: sendFileModes.join(', ') }),
    })
  }
  if (config.params !== undefined && !isRecord(config.params)) {
    errors.push({
      field: 'config.params',
      rule: 'object',
      text: text('params must be a JSON object of values for the placeholders of the endpoint.'),
    })
  }
  return errors
}

function isSendFile(value: unknown): value is SendFileMode {
  return sendFileModes.some((mode) => mode === value)
}
