import type { HttpContext } from '@adonisjs/core/http'
import { operation } from '@crossdock/kernel/http'
import { assetList } from './queries/list_assets.js'
import { tagList } from './queries/list_tags.js'
import { versionList } from './queries/list_versions.js'
import { showAssets, showLists, showVersions, showWithFolders } from './transformers/asset.js'
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

/** For the API description; the controller reads them. */
const bytes = { type: 'string', contentMediaType: 'application/octet-stream' }

const asset = { response: shapes.assetShape, show: showAssets }

/**
 * Clients of tus retry a request after 409 and 423, and give up at 429. The requests of an upload count as one call, which is its
 * creation. A request that names no upload of the caller counts as a call.
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
        'Without a parent it is the top level; search, id, tag, starred=true, recent=true, metadata and trashed=true look everywhere unless a parent is named. search reads names, tags and metadata. Of several tags an entry has all. recent=true are the files the caller has opened or changed last, at most 100; they sort by visitedAt, too. metadata.<key> is what stands at the top of it: a text, number, true or false, or a range of numbers or dates.',
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
      summary: 'Versions of files that cannot be read as a whole',
      description:
        'Their stored bytes were found missing or changed, by a download or by the weekly look at all of them; at most 100. Uploading the same bytes again mends them.',
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
        'Of up to 200 ids, with commas between them; as of a folder (GET /assets/{id}/content). The files and folders follow one another in the order of their ids. With versions, one for each id, the answer is 412 when one of these files has another version by now.',
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
      summary: 'A file or folder with the folders it lies in',
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
      summary: 'Delete a file or folder in the trash for good',
      description:
        'With all versions and, of a folder, all that lies in it: out of sight at once, and gone step by step. Nothing brings it back.',
      permission: assetsWrite,
      status: 204,
    },
    assets,
    'purge'
  ),
  operation(
    'POST /assets/{id}/copy',
    {
      summary: 'Copy a file, or a folder with all that is in it',
      description:
        'Of files the present version and the metadata; no bytes are copied. All of it or nothing, and at most 10,000 files and folders. Without a name it keeps its own, and beside the original is called like "plan (copy).pdf".',
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
        'All of them or none: a refusal says which one it is about, and nothing has changed. parentId is for move and copy, null the top level; add and remove are tags, for tag. Answers with them as they are now, of a copy with the new ones, in the order of ids; an id named twice counts once.',
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
        'At most 50, each of at most 64 characters. Two that differ in upper and lower case alone are one.',
      permission: assetsWrite,
      body: shapes.newTags,
      ...asset,
    },
    assets,
    'tag'
  ),
  operation(
    'PUT /assets/{id}/star',
    { summary: 'Star a file or folder for oneself', permission: assetsRead, ...asset },
    assets,
    'star'
  ),
  operation(
    'DELETE /assets/{id}/star',
    { summary: "Take one's star off a file or folder", permission: assetsRead, ...asset },
    assets,
    'unstar'
  ),
  operation(
    'GET /tags',
    {
      summary: 'The tags of the organization, by name',
      description:
        'search takes the beginning of a tag. At most the first 1,000 are listed, and the total grows while one reads on.',
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
      summary: 'The versions of a file, newest first',
      permission: assetsRead,
      list: versionList,
      response: shapes.versionShape,
      show: showVersions,
    },
    content,
    'versions'
  ),
  operation(
    'POST /assets/{id}/versions/{version}/restore',
    {
      summary: 'Make an older version of a file the newest one',
      description:
        'Its bytes become the next version; none are copied. The present version is left as it is.',
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
        'Of a file the present version or the one asked for; of a folder the present versions of all that lies in it, at most 100,000 files and folders, not compressed. Ranges, ETag, If-Match, If-None-Match and If-Range are answered as RFC 9110 says: a download that broke off, of a zip too, goes on where it was as long as nothing has changed. With disposition=inline browsers show what its first bytes prove to be a picture, audio or video, and plain text; everything else stays an attachment.',
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
      summary: 'A small picture of a file',
      description:
        'WebP, at most 512 pixels wide and high: of JPEG, PNG, WebP, GIF, TIFF, HEIC, AVIF, and the first page of PDF. It is drawn a moment behind the upload; 404 with E_NO_THUMBNAIL while there is none.',
      permission: assetsRead,
      query: shapes.thumbnailQuery,
    },
    pictures,
    'thumbnail'
  ),
  operation(
    'GET /assets/{id}/preview',
    {
      summary: 'A picture or a page of a PDF, to look at',
      description:
        'WebP, at most 1,600 pixels wide and high, of the files that have thumbnails; Page-Count says how many pages there are. 404 with E_NO_PREVIEW where nothing can be drawn: `params.reason` is `password`, `too_large`, `format` or `damaged`.',
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
        'The body is the new content, whatever its type; it becomes the next version. With If-Match only while the content is still the one of that ETag. fileModifiedAt, or the header X-OC-Mtime, says when the file was last changed.',
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
        'A multipart form with parentId (first) and up to 1,000 files, each in a part named "file" whose file name is its path below the parent; folders are made as they are missing. The answer tells what became of each, in their order; a file that has these very bytes is left unchanged. Nothing is stored before the whole form has come.',
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
      summary: 'What resumable uploads can do here',
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
        'tus 1.0.0 (creation, creation-with-upload, creation-defer-length, concatenation): Upload-Length or Upload-Defer-Length, and Upload-Metadata with filename, filetype, parentId, relativePath (names of folders are made below the parent) and mtime or lastModified. Location is where to send the bytes. Once the file is there, Upload-Asset and Upload-Asset-Version name it.',
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
      summary: 'How far a resumable upload has come',
      description: 'In Upload-Offset. Only whoever began it finds it.',
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
        'What has come stays, also when the connection breaks; with Upload-Checksum all of the request or nothing. Whoever sends last goes on: an earlier request that hangs is given up.',
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
    { summary: 'Give a resumable upload up', ...step, permission: assetsWrite },
    uploads,
    'destroy'
  ),
  operation(
    'POST /uploads/{id}',
    {
      summary: 'PATCH, DELETE or HEAD for who can only POST',
      description: 'X-HTTP-Method-Override says which.',
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
