import { answerShape, anything, instant, namedShape, openEnum } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'

const id = () => vine.string().regex(/^[\w-]{1,36}$/)
/** `safeName` checks the name itself. */
const name = () => vine.string().maxLength(1000)
const metadata = () => vine.record(vine.any())

export const newFolder = vine.create({
  name: name(),
  type: vine.literal('folder'),
  parentId: id().nullable().optional(),
})

/** For the API description only; the form is read as a stream. */
export const uploadForm = {
  type: 'object',
  required: ['file'],
  properties: {
    parentId: { type: 'string', description: 'Send it before the file. Default: the top level.' },
    fileModifiedAt: {
      type: 'string',
      description:
        'When the file was last changed: ISO 8601 with an offset, or seconds or milliseconds since 1970.',
    },
    file: { type: 'string', contentMediaType: 'application/octet-stream' },
  },
}

export const batchForm = {
  type: 'object',
  required: ['file'],
  properties: {
    parentId: { type: 'string', description: 'Send it before the files. Default: the top level.' },
    fileModifiedAt: {
      type: 'string',
      description:
        'When the files were last changed: one time for all, or a JSON list with one time for each file in their order, null for an unknown time. Send it before the files.',
    },
    file: {
      type: 'array',
      maxItems: 1000,
      items: { type: 'string', contentMediaType: 'application/octet-stream' },
    },
  },
}

export const assetChanges = vine.create({
  name: name().optional(),
  parentId: id().nullable().optional(),
  metadata: metadata().optional(),
})

const version = () => vine.number().withoutDecimals().positive().max(2_000_000_000).optional()

export const contentQuery = vine.create({
  version: version(),
  disposition: vine.enum(['attachment', 'inline'] as const).optional(),
})

/** `parseFileTime` checks the time. */
export const replaceQuery = vine.create({ fileModifiedAt: vine.string().maxLength(100).optional() })

export const thumbnailQuery = vine.create({ version: version() })

export const previewQuery = vine.create({
  version: version(),
  page: vine.number().withoutDecimals().positive().max(1_000_000).optional(),
})

/** A query parameter that is given once arrives as text. */
const several = (value: unknown) => (typeof value === 'string' ? [value] : value)
/** So many ids fit into a URL that proxies accept. */
const mostOfZip = 200

export const zipQuery = vine.create({
  ids: vine.array(id()).minLength(1).maxLength(mostOfZip).parse(several),
  versions: vine
    .array(vine.number().withoutDecimals().positive().max(2_000_000_000))
    .maxLength(mostOfZip)
    .parse(several)
    .optional(),
})

/** `tagsOf` checks each tag, and `changeTags` the number of tags. */
const tags = () => vine.array(vine.string().maxLength(1000)).maxLength(100)

export const newTags = vine.create({ tags: tags() })

/** A bulk change and its limits. */
export const bulkChange = vine.create({
  action: vine.enum(['trash', 'restore', 'move', 'copy', 'tag'] as const),
  ids: vine.array(id()).minLength(1).maxLength(1000),
  parentId: id().nullable().optional(),
  add: tags().optional(),
  remove: tags().optional(),
})

export const newCopy = vine.create({
  parentId: id().nullable(),
  name: name().optional(),
})

const path = () =>
  vine.string().meta({
    description:
      'Names from the top level down to its own, with a "/" before each. No name holds a "/".',
  })

const asset = {
  id: vine.string(),
  tenantId: vine.string(),
  parentId: vine.string().nullable(),
  name: vine.string(),
  path: path(),
  type: openEnum(['folder', 'file']),
  mimeType: vine.string().nullable(),
  size: vine.number().withoutDecimals(),
  version: vine.number().withoutDecimals(),
  hasThumbnail: vine
    .boolean()
    .meta({ description: 'Whether `GET …/thumbnail` has a picture of the present version.' }),
  access: vine.string().meta({
    examples: ['open', 'restricted'],
    description:
      '`restricted`: the asset, or a folder above it, is not open to everyone in the organization.',
  }),
  hasFolders: vine.boolean({ strict: true }).nullable().meta({
    description:
      'Whether the caller sees a folder in it. Only in lists with type=folder; null elsewhere.',
  }),
  metadata: vine.record(anything()),
  tags: vine.array(vine.string()),
  starred: vine.boolean({ strict: true }).meta({ description: 'Starred by the caller.' }),
  uploadedBy: vine.string().nullable(),
  createdAt: instant(),
  updatedAt: instant(),
  fileModifiedAt: instant().nullable().meta({
    description:
      'When the file was last changed, as its sender says; otherwise the time of the upload. Null for folders.',
  }),
  trashedAt: instant().nullable(),
}

export const assetShape = answerShape('Asset', asset)

export const assetsShape = vine.create(vine.array(namedShape('Asset', asset)))

export const assetWithFoldersShape = answerShape('AssetWithFolders', {
  ...asset,
  folders: vine
    .array(vine.object({ id: vine.string(), name: vine.string() }))
    .meta({ description: 'The folders above it, from the top.' }),
})

export const versionShape = answerShape('AssetVersion', {
  id: vine.string(),
  assetId: vine.string(),
  path: path(),
  version: vine.number().withoutDecimals(),
  size: vine.number().withoutDecimals(),
  hash: vine.string(),
  uploadedBy: vine.string().nullable(),
  uploadedByName: vine.string().nullable().optional(),
  createdAt: instant(),
  fileModifiedAt: instant().nullable().meta({
    description:
      'When the file was last changed, as its sender says; null when the sender gives no time.',
  }),
})

export const fates = ['created', 'updated', 'unchanged', 'refused'] as const
export const tagShape = answerShape('Tag', {
  id: vine.string().meta({ description: 'The tag in lower case, the same for all spellings.' }),
  name: vine.string(),
  count: vine.number().withoutDecimals().meta({
    description: 'Files and folders with the tag, including the trash; 1000 means 1000 or more.',
  }),
})

export const fileFates = answerShape('UploadedFiles', {
  files: vine.array(
    vine.object({
      path: vine.string(),
      fate: openEnum(fates),
      id: vine.string().nullable(),
      version: vine.number().withoutDecimals().nullable(),
      hash: vine.string().nullable().meta({
        description: 'Content id of the received bytes, like `hash` of a version.',
      }),
      code: vine.string().nullable(),
      message: vine.string().nullable(),
    })
  ),
})

export const trashShape = answerShape('Trash', {
  keptDays: vine.number().withoutDecimals().meta({
    description: 'Days until items in the trash are deleted permanently.',
  }),
})

export const damagedShape = answerShape('DamagedVersions', {
  versions: vine.array(
    vine.object({
      assetId: vine.string(),
      version: vine.number().withoutDecimals(),
      path: vine.string(),
    })
  ),
})
