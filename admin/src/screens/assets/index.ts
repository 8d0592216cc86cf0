import { defineConsolePlugin } from '@crossdock/admin/kit'
import { FolderOpen, FolderPlus, Upload } from 'lucide-react'
import { lazy } from 'react'
import { assetActions } from './actions.js'
import { folderUrl } from './model.js'

export default defineConsolePlugin({
  id: 'assets',
  routes: [
    {
      path: '/assets/*',
      component: lazy(() => import('./AssetsScreen.js')),
      permission: 'assets.read',
    },
  ],
  menu: [
    {
      to: '/assets',
      label: 'assets.title',
      icon: FolderOpen,
      section: 'main',
      order: 20,
      key: 'a',
      permission: 'assets.read',
    },
  ],
  tray: [
    {
      id: 'uploads',
      component: lazy(() => import('./upload/UploadPanel.js')),
      counter: lazy(() => import('./upload/UploadCounter.js')),
      permission: 'assets.write',
      order: 10,
    },
  ],
  firstSteps: [
    {
      id: 'upload',
      label: 'assets.firstStep',
      to: '/assets',
      resource: 'assets',
      permission: 'assets.write',
      order: 10,
    },
  ],
  entityLinks: {
    asset: ({ id, eventType }) =>
      /_(delete|destroy)/.test(eventType) ? '/assets/trash' : folderUrl(id),
  },
  live: {
    'file_*': ['assets'],
    'folder_*': ['assets', 'folders'],
    metadata_change: ['assets'],
    thumbnail_made: ['assets'],
    tags_change: ['assets', 'tags'],
  },
  assetActions,
  assetPreviews: [
    {
      id: 'content',
      mimeTypes: [
        'image/*',
        'audio/*',
        'video/*',
        'text/*',
        ...['pdf', 'json', 'xml', 'javascript', 'yaml', 'sql'].map((kind) => `application/${kind}`),
      ],
      component: lazy(() => import('./file/Preview.js')),
      order: 200,
    },
  ],
  assetPanels: [
    { id: 'tags', component: lazy(() => import('./finding/TagsPanel.js')), order: 120 },
    { id: 'metadata', component: lazy(() => import('./finding/MetadataPanel.js')), order: 140 },
    {
      id: 'versions',
      type: 'file',
      component: lazy(() => import('./file/VersionsPanel.js')),
      order: 200,
    },
    {
      id: 'activity',
      permission: 'activity.read',
      component: lazy(() => import('./details/ActivityPanel.js')),
      order: 300,
    },
  ],
  commands: [
    {
      id: 'assets.new-folder',
      label: 'assets.newFolder',
      keywords: 'assets.palette.words',
      icon: FolderPlus,
      to: '/assets?new=folder',
      order: 10,
      permission: 'assets.write',
    },
    {
      id: 'assets.upload',
      label: 'assets.upload',
      keywords: 'assets.palette.uploadWords',
      icon: Upload,
      to: '/assets?new=upload',
      order: 20,
      permission: 'assets.write',
    },
  ],
  searchProviders: [
    {
      id: 'assets',
      label: 'assets.palette.files',
      icon: FolderOpen,
      order: 10,
      permission: 'assets.read',
      search: async (...asked) => (await import('./search.js')).findAssets(...asked),
    },
  ],
})
