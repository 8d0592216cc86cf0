import { definePermission } from '@crossdock/kernel/plugin'

export const assetsShare = definePermission('assets.share', {
  description: 'Share files and folders by links, and see and revoke the links there are',
  roles: ['editor'],
})

export const sharingWrite = definePermission('sharing.write', {
  description: 'Change what links to files and folders may be like',
  roles: [],
})
