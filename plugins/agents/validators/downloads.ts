import { answerShape, namedShape, openEnum } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import { architectures, platforms } from '../contracts/index.js'

export const downloadsAnswer = answerShape('AgentDownloads', {
  files: vine.array(
    namedShape('AgentDownload', {
      platform: openEnum(platforms),
      arch: openEnum(architectures),
      file: vine.string(),
      size: vine.number().withoutDecimals(),
      sha256: vine.string(),
      version: vine.string(),
      url: vine.string(),
    })
  ),
  hint: vine
    .string()
    .nullable()
    .meta({ description: 'How to build the programs if there are none.' }),
})

export const updateAnswer = answerShape('AgentUpdate', {
  manifest: vine.string().meta({
    description:
      'Two lines: `crossdock-agent-update`, and JSON with the counter, the version, and size and SHA-256 of each program.',
  }),
  signature: vine.string().meta({
    description: 'Ed25519 over these bytes, base64url, by `updateKey` of the enrollment.',
  }),
})
