import { operation } from '@crossdock/kernel/http'
import { assetList } from './queries/list_assets.js'
import { versionList } from './queries/list_versions.js'
import { showAssets, showVersions, showWithPath } from './transformers/asset.js'
import * as shapes from './validators/asset.js'
import { assetsRead, assetsWrite } from './contracts/permissions.js'

const assets = () => import('./controllers/assets_controller.js')
const content = () => import('./controllers/content_controller.js')
const creation = () => import('./controllers/creation_controller.js')

const asset = { response: shapes.assetShape, show: showAssets }

export default [
  operation(
    'GET /assets',
    {
      summary: 'List the files and folders of a folder, search, or list the trash',
      description:
        'Without a parent it is the top level; search, id and trashed=true look everywhere unless a parent is named.',
      permission: assetsRead,
      list: assetList,
      ...asset,
    },
    assets,
    'index'
  ),
  operation(
    'GET /assets/{id}',
    {
      summary: 'A file or folder with the folders it lies in',
      permission: assetsRead,
      response: shapes.assetWithPathShape,
      show: showWithPath,
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
    'GET /assets/{id}/content',
    {
      summary: 'Download a file',
      description:
        'The present version or the one asked for; ranges, ETag, If-None-Match and If-Range are answered as RFC 9110 says.',
      permission: assetsRead,
      query: shapes.contentQuery,
      otherStatuses: [206],
    },
    content,
    'download'
  ),
]
