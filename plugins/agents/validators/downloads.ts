import { answerShape, namedShape, word } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { architectures, platforms } from '../contracts/index.js'

export const downloadsAnswer = answerShape('AgentDownloads', {
  files: vine.array(
    namedShape('AgentDownload', {
      platform: word(platforms),
      arch: word(architectures),
      file: vine.string(),
      size: vine.number().withoutDecimals(),
      sha256: vine.string(),
      version: vine.string(),
      url: vine.string(),
    })
  ),
  hint: vine.string().nullable().meta({ description: 'How to build them, where there are none.' }),
})
