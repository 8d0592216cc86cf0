import type { Asset } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import {
  Icon,
  LoadedList,
  RelativeTime,
  RowLink,
  RowsSkeleton,
  Section,
  Tooltip,
  usePermissions,
  useRead,
} from '@crossdock/admin/kit'
import { FolderOpen, ListTree, Play, Share, Upload, X } from 'lucide-react'
import { useStore, useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { AssetThumbnail } from '../assets/AssetThumbnail.js'
import { folderUrl } from '../assets/model.js'
import { ActionList } from './ActionList.js'
import { useOpenPath } from './use_open_path.js'
import { StartTexts } from './StartTexts.js'

const actions = [
  { id: 'browse', path: '/assets', to: '/assets', permission: 'assets.read', icon: FolderOpen },
  {
    id: 'upload',
    path: '/assets',
    to: '/assets?new=upload',
    permission: 'assets.write',
    icon: Upload,
  },
  { id: 'share', path: '/shares', to: '/shares', permission: 'assets.share', icon: Share },
  {
    id: 'run',
    path: '/flow-execution',
    to: '/flow-execution?tab=quick-trigger',
    permission: 'flows.run',
    icon: Play,
  },
  {
    id: 'runs',
    path: '/flow-execution',
    to: '/flow-execution',
    permission: 'flows.read',
    icon: ListTree,
  },
] as const

/** The start page of people who do not set up the organization: possible actions and recent files. */
export default function Welcome() {
  return (
    <StartTexts>
      <Start />
    </StartTexts>
  )
}

function Start() {
  const translate = useTranslate()
  const { can } = usePermissions()
  const open = useOpenPath()
  const [isOver, setOver] = useStore('preferences.welcomed', false)
  const shown = actions
    .filter(({ path, permission }) => can(permission) && open(path))
    .map(({ id, to, icon }) => ({
      to,
      icon,
      title: translate(`start.welcome.${id}.title`),
      text: translate(`start.welcome.${id}.text`),
    }))
  const dismiss = translate('start.welcome.dismiss')
  return (
    <>
      {!isOver && shown.length > 0 && (
        <ActionList
          wide
          title={translate('start.welcome.title')}
          actions={shown}
          buttons={
            <Tooltip title={dismiss}>
              <IconButton size="small" aria-label={dismiss} onClick={() => setOver(true)}>
                <Icon icon={X} />
              </IconButton>
            </Tooltip>
          }
        />
      )}
      {can('assets.read') && <RecentFiles />}
    </>
  )
}

function RecentFiles() {
  const translate = useTranslate()
  const files = useRead<Asset[]>('assets', {
    query: { filter: '{"recent":true}', sort: '["visitedAt","DESC"]', range: '[0,4]' },
  })
  return (
    <Section
      flush
      title={translate('start.recent.title')}
      actions={
        <Button size="small" component={Link} to="/assets/recent" sx={{ mr: -1.25 }}>
          {translate('start.recent.all')}
        </Button>
      }
    >
      <LoadedList
        plain
        read={files}
        skeleton={<RowsSkeleton rows={3} />}
        empty={
          <Box sx={{ px: { xs: 2, sm: 2.5 }, pb: 2.5, color: 'text.secondary' }}>
            {translate('start.recent.empty')}
          </Box>
        }
      >
        {(found) => (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {found.map((file) => (
              <Box component="li" key={file.id} sx={line}>
                <AssetThumbnail asset={file} size={24} />
                <Box sx={{ flex: 1, minWidth: 0, fontSize: '0.875rem' }}>
                  <RowLink to={folderUrl(file.id)}>{file.name}</RowLink>
                </Box>
                <Box sx={{ flex: 'none', color: 'text.secondary', fontSize: '0.8125rem' }}>
                  <RelativeTime time={file.fileModifiedAt ?? file.updatedAt} />
                </Box>
              </Box>
            ))}
          </Box>
        )}
      </LoadedList>
    </Section>
  )
}

const line = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 44,
  px: { xs: 2, sm: 2.5 },
  borderTop: 1,
  borderColor: 'divider',
}
