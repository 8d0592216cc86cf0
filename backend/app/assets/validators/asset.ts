import { answerShape, anything, instant, word } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'

const id = () => vine.string().regex(/^[\w-]{1,36}$/)
/** What makes a name safe is told by `safeName`. */
const name = () => vine.string().maxLength(1000)
const metadata = () => vine.record(vine.any())

export const newFolder = vine.create({
  name: name(),
  type: vine.literal('folder'),
  parentId: id().nullable().optional(),
})

/** For the API description; the form is read as a stream. */
export const uploadForm = {
  type: 'object',
  required: ['file'],
  properties: {
    parentId: { type: 'string', description: 'Comes before the file. Left out: the top level.' },
    file: { type: 'string', contentMediaType: 'application/octet-stream' },
  },
}

export const assetChanges = vine.create({
  name: name().optional(),
  parentId: id().nullable().optional(),
  metadata: metadata().optional(),
})

export const contentQuery = vine.create({
  version: vine.number().withoutDecimals().positive().max(2_000_000_000).optional(),
})

const asset = {
  id: vine.string(),
  tenantId: vine.string(),
  parentId: vine.string().nullable(),
  name: vine.string(),
  type: word(['folder', 'file']),
  mimeType: vine.string().nullable(),
  size: vine.number().withoutDecimals(),
  version: vine.number().withoutDecimals(),
  metadata: vine.record(anything()),
  uploadedBy: vine.string().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
  trashedAt: instant().nullable(),
}

export const assetShape = answerShape('Asset', asset)

export const assetWithPathShape = answerShape('AssetWithPath', {
  ...asset,
  path: vine.array(vine.object({ id: vine.string(), name: vine.string() })),
})

export const versionShape = answerShape('AssetVersion', {
  id: vine.string(),
  assetId: vine.string(),
  version: vine.number().withoutDecimals(),
  size: vine.number().withoutDecimals(),
  hash: vine.string(),
  uploadedBy: vine.string().nullable(),
  createdAt: instant(),
})
