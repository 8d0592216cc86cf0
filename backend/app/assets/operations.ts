import type { HttpContext } from '@adonisjs/core/http'
import { operation } from '@crossdock/kernel/http'
import { assetList } from './queries/list_assets.js'
import { tagList } from './queries/list_tags.js'
import { versionList } from './queries/list_versions.js'
import { showAssets, showLists, showNamedVersions, showWithFolders } from './transformers/asset.js'
import { hasUpload } from './queries/find_upload.js'
import * as shapes from './validators/asset.js'
import { tusBody } from './uploads/headers.js'
import { folderPermissionsOperations } from './folder_permissions_operations.js'
import { assetsRead, assetsWrite } from './contracts/permissions.js'

const assets = () => import('./controllers/assets_controller.js')
const content = () => import('./controllers/content_controller.js')
const zip = () => import('./controllers/zip_controller.js')
const pictures = () => import('./controllers/pictures_controller.js')
const batch = () => import('./controllers/batch_controller.js')
const uploads = () => import('./controllers/uploads_controller.js')
const creation = () => import('./controllers/creation_controller.js')

/** Only for the API description; the controller reads the bytes itself. */
const bytes = { type: 'string', contentMediaType: 'application/octet-stream' }

const asset = { response: shapes.assetShape, show: showAssets }

/**
 * An upload counts as one call, at its creation, because tus clients give up at 429. A request for an unknown
 * upload counts, too. Clients repeat requests after 409 and 423.
 */
const step = {
  waitStatus: 423,
  step: ({ params }: HttpContext) => hasUpload(params.id),
} as const

export default [
  operation(
    'GET /assets',
    {
      summary: 'List the files and folders of a folder, search, or list the trash',
      description:
        'Without a parent, lists the top level. search, id, tag, starred=true, recent=true, metadata and trashed=true look in all folders unless a parent is named. search matches names, tags and metadata. With several tags, entries must have all of them. recent=true lists the files that the caller last opened or changed, at most 100; they can also be sorted by visitedAt. metadata.<key> matches a top-level value: a text, number, true or false, or a range of numbers or dates.',
      permission: assetsRead,
      list: assetList,
      ...asset,
    },
    assets,
    'index'
  ),
  operation(
    'GET /assets/damaged',
    {
      summary: 'List damaged file versions',
      description:
        'A download or the weekly check found their stored bytes missing or changed. Lists at most 100. Upload the same bytes again to repair them.',
      permission: assetsRead,
      response: shapes.damagedShape,
    },
    content,
    'damaged'
  ),
  operation(
    'GET /assets/trash',
    {
      summary: 'How long files and folders stay in the trash',
      permission: assetsRead,
      response: shapes.trashShape,
    },
    assets,
    'trash'
  ),
  operation(
    'GET /assets/zip',
    {
      summary: 'Download several files and folders as one zip',
      description:
        'Takes up to 200 ids, separated by commas, and works like the zip of a folder (GET /assets/{id}/content). The zip keeps the order of the ids. With versions, one for each id, the answer is 412 if a file has a different version now.',
      permission: assetsRead,
      query: shapes.zipQuery,
      otherStatuses: [206],
      refusals: [412],
    },
    zip,
    'show'
  ),
  operation(
    'GET /assets/{id}',
    {
      summary: 'Get a file or folder, and the folders above it',
      permission: assetsRead,
      response: shapes.assetWithFoldersShape,
      show: showWithFolders,
    },
    assets,
    'show'
  ),
  operation(
    'POST /assets',
    {
      summary: 'Create a folder, or upload a file',
      description:
        'JSON { name, type: "folder", parentId? } creates a folder. A multipart form with parentId (first) and file uploads a file: 201, or 200 when it became the next version of the file of that name.',
      permission: assetsWrite,
      body: shapes.newFolder,
      streams: { 'multipart/form-data': shapes.uploadForm },
      ...asset,
      status: 201,
      location: '/api/assets/{id}',
      otherStatuses: [200],
    },
    creation,
    'store'
  ),
  operation(
    'PUT /assets/{id}',
    {
      summary: 'Rename or move a file or folder, or replace its metadata',
      permission: assetsWrite,
      body: shapes.assetChanges,
      ...asset,
    },
    assets,
    'update'
  ),
  operation(
    'DELETE /assets/{id}',
    {
      summary: 'Move a file or folder to the trash',
      permission: assetsWrite,
      ...asset,
    },
    assets,
    'destroy'
  ),
  operation(
    'POST /assets/{id}/restore',
    {
      summary: 'Bring a file or folder back from the trash',
      permission: assetsWrite,
      ...asset,
    },
    assets,
    'restore'
  ),
  operation(
    'POST /assets/{id}/purge',
    {
      summary: 'Delete a file or folder in the trash permanently',
      description:
        'Deletes all versions and, for a folder, all contents. They disappear immediately; the server deletes their data in steps. This cannot be undone.',
      permission: assetsWrite,
      status: 204,
    },
    assets,
    'purge'
  ),
  operation(
    'POST /assets/{id}/copy',
    {
      summary: 'Copy a file, or a folder with its contents',
      description:
        'Copies the current version and the metadata of each file, but no bytes. Copies at most 10,000 files and folders; if one fails, none is copied. Without a name, the copy keeps its name; next to the original it gets a name like "plan (copy).pdf".',
      permission: assetsWrite,
      body: shapes.newCopy,
      ...asset,
      status: 201,
      location: '/api/assets/{id}',
    },
    assets,
    'copy'
  ),
  operation(
    'POST /assets/bulk',
    {
      summary:
        'Move several files and folders to the trash, bring them back, move, copy or tag them',
      description:
        'If one item cannot be changed, none changes, and the error names the item. parentId is for move and copy; null is the top level. add and remove are tags, for tag. Returns the changed items, or the copies, in the order of ids. Duplicate ids count once.',
      permission: assetsWrite,
      body: shapes.bulkChange,
      response: shapes.assetsShape,
      show: showLists,
    },
    assets,
    'bulk'
  ),
  operation(
    'PUT /assets/{id}/tags',
    {
      summary: 'Replace the tags of a file or folder',
      description:
        'At most 50 tags, each of at most 64 characters. Tags that differ only in case are equal.',
      permission: assetsWrite,
      body: shapes.newTags,
      ...asset,
    },
    assets,
    'tag'
  ),
  operation(
    'PUT /assets/{id}/star',
    { summary: 'Star a file or folder for the caller', permission: assetsRead, ...asset },
    assets,
    'star'
  ),
  operation(
    'DELETE /assets/{id}/star',
    {
      summary: 'Remove the star of the caller from a file or folder',
      permission: assetsRead,
      ...asset,
    },
    assets,
    'unstar'
  ),
  operation(
    'GET /tags',
    {
      summary: 'List the tags of the organization, by name',
      description:
        'search matches the beginning of a tag. Lists at most the first 1,000; the total grows with each page.',
      permission: assetsRead,
      list: tagList,
      response: shapes.tagShape,
    },
    assets,
    'tags'
  ),
  operation(
    'GET /assets/{id}/versions',
    {
      summary: 'List the versions of a file, newest first',
      permission: assetsRead,
      list: versionList,
      response: shapes.versionShape,
      show: showNamedVersions,
    },
    content,
    'versions'
  ),
  operation(
    'POST /assets/{id}/versions/{version}/restore',
    {
      summary: 'Make an older version of a file the newest one',
      description:
        'Adds a version with the bytes of the older version, without copying them. No version is removed.',
      permission: assetsWrite,
      ...asset,
    },
    content,
    'restore'
  ),
  operation(
    'GET /assets/{id}/content',
    {
      summary: 'Download a file, or a folder as a zip',
      description:
        'For a file, sends the current version or the requested one. For a folder, sends a zip of the current versions of its contents, at most 100,000 files and folders, not compressed. Ranges, ETag, If-Match, If-None-Match and If-Range work as in RFC 9110. A broken download, also of a zip, can resume as long as nothing has changed. With disposition=inline, browsers show plain text, and pictures, audio and video that the first bytes identify. Everything else stays an attachment.',
      permission: assetsRead,
      query: shapes.contentQuery,
      otherStatuses: [206],
      refusals: [412],
    },
    content,
    'download'
  ),
  operation(
    'GET /assets/{id}/thumbnail',
    {
      summary: 'Get the thumbnail of a file',
      description:
        'A WebP of at most 512 pixels on each side, for JPEG, PNG, WebP, GIF, TIFF, HEIC, AVIF, and the first page of a PDF. The server draws it shortly after the upload; until then the answer is 404 with E_NO_THUMBNAIL.',
      permission: assetsRead,
      query: shapes.thumbnailQuery,
    },
    pictures,
    'thumbnail'
  ),
  operation(
    'GET /assets/{id}/preview',
    {
      summary: 'Get a preview of a picture or of a page of a PDF',
      description:
        'A WebP of at most 1,600 pixels on each side, for file types that have thumbnails. Page-Count is the number of pages. The answer is 404 with E_NO_PREVIEW if the server cannot draw the file: `params.reason` is `password`, `too_large`, `format` or `damaged`.',
      permission: assetsRead,
      query: shapes.previewQuery,
      refusals: [503],
    },
    pictures,
    'preview'
  ),
  operation(
    'PUT /assets/{id}/content',
    {
      summary: 'Replace the content of a file',
      description:
        'The body, of any type, becomes the next version. With If-Match, replaces the content only if it still has that ETag. fileModifiedAt, or the header X-OC-Mtime, is when the file was last changed.',
      permission: assetsWrite,
      query: shapes.replaceQuery,
      ownPreconditions: true,
      streams: { '*/*': bytes },
      ...asset,
    },
    content,
    'replace'
  ),
  operation(
    'POST /assets/batch',
    {
      summary: 'Upload many files with one request',
      description:
        'A multipart form with parentId (first) and up to 1,000 files, each in a part named "file" whose file name is its path below the parent. Missing folders are created. The answer lists the result of each file, in order; a file that has the same bytes already stays unchanged. The server stores nothing before it has the whole form.',
      permission: assetsWrite,
      streams: { 'multipart/form-data': shapes.batchForm },
      response: shapes.fileFates,
    },
    batch,
    'store'
  ),
  operation(
    'OPTIONS /uploads',
    {
      summary: 'Get the capabilities of resumable uploads',
      description:
        'Tus-Version, Tus-Extension, Tus-Max-Size and Tus-Checksum-Algorithm (tus 1.0.0).',
      waitStatus: 423,
      permission: assetsWrite,
      status: 204,
    },
    uploads,
    'describe'
  ),
  operation(
    'POST /uploads',
    {
      summary: 'Begin a resumable upload, or join parts to a file',
      description:
        'tus 1.0.0 (creation, creation-with-upload, creation-defer-length, concatenation): Upload-Length or Upload-Defer-Length, and Upload-Metadata with filename, filetype, parentId, relativePath (missing folders are created below the parent) and mtime or lastModified. Upload-Id may name the upload (a UUID): after a lost answer, HEAD /uploads/{id} reports what arrived. Location is where to send the bytes. Once the file exists, Upload-Asset and Upload-Asset-Version name it.',
      waitStatus: 423,
      permission: assetsWrite,
      streams: { [tusBody]: bytes },
      status: 201,
      refusals: [409, 460],
    },
    uploads,
    'store'
  ),
  operation(
    'HEAD /uploads/{id}',
    {
      summary: 'Get the progress of a resumable upload',
      description:
        'Upload-Offset is the number of bytes received. Only the caller who began an upload can see it.',
      ...step,
      permission: assetsWrite,
      status: 200,
      refusals: [412],
    },
    uploads,
    'offset'
  ),
  operation(
    'PATCH /uploads/{id}',
    {
      summary: 'Send the next bytes of a resumable upload',
      description:
        'The server keeps the bytes it received when the connection breaks. With Upload-Checksum, it keeps the bytes of a request only when they are complete and the checksum matches. A new request ends an earlier one that hangs.',
      ...step,
      permission: assetsWrite,
      streams: { [tusBody]: bytes },
      status: 204,
      refusals: [460],
    },
    uploads,
    'append'
  ),
  operation(
    'DELETE /uploads/{id}',
    { summary: 'Cancel a resumable upload', ...step, permission: assetsWrite },
    uploads,
    'destroy'
  ),
  operation(
    'POST /uploads/{id}',
    {
      summary: 'PATCH, DELETE or HEAD for clients that can only POST',
      description: 'X-HTTP-Method-Override names the method.',
      ...step,
      permission: assetsWrite,
      streams: { [tusBody]: bytes },
      status: 204,
      otherStatuses: [200],
      refusals: [460],
    },
    uploads,
    'override'
  ),
  ...folderPermissionsOperations,
]
