import type { DesktopAgentDeployment } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { ErrorState, RowsSkeleton, useAction, usePermissions } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { platforms, type Platform } from '../model.js'
import { useDownloads } from '../pieces/use_newest.js'
import { DownloadCard } from './DownloadCard.js'
import { OpenTokens } from './OpenTokens.js'
import { Place } from './Place.js'
import { ownPlatform } from './platform.js'
import { Steps } from './Steps.js'
import { Updates } from './Updates.js'
import { Waiting } from './Waiting.js'

/** How to add a computer: downloads, four steps, and the line that enrolls it. */
export default function DeployTab() {
  const translate = useTranslate()
  const text = (key: string) => translate(`agents.deploy.${key}`)
  const canManage = usePermissions().can('agents.manage')
  const downloads = useDownloads()
  const [platform, setPlatform] = useState<Platform>(ownPlatform)
  const [made, setMade] = useState<DesktopAgentDeployment>()
  const deploy = useAction<DesktopAgentDeployment, string>(
    (groupId) => ({ path: 'desktop-agents/deploy', body: groupId ? { groupId } : {} }),
    {
      invalidates: ['desktop-agents/enrolments'],
      error: { fallback: text('failed') },
      onSuccess: setMade,
    }
  )
  if (downloads.isPending) return <RowsSkeleton />
  if (downloads.error) {
    return <ErrorState error={downloads.error} onRetry={() => void downloads.refetch()} />
  }
  const { files } = downloads.data
  const isComplete = platforms.every((one) => files.some((file) => file.platform === one))
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      {!isComplete && (
        <Alert severity="info">{text(files.length === 0 ? 'build' : 'buildSome')}</Alert>
      )}
      <Box sx={cards}>
        {platforms.map((one) => (
          <DownloadCard
            key={one}
            platform={one}
            files={files.filter((file) => file.platform === one)}
            isOwn={one === ownPlatform()}
          />
        ))}
      </Box>
      <Box sx={columns}>
        <Steps
          platform={platform}
          onPlatform={setPlatform}
          made={made}
          onCreate={canManage ? (groupId) => deploy.mutate(groupId) : undefined}
          isPending={deploy.isPending}
          hasDownload={files.some((file) => file.platform === platform)}
        />
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}>
          <Place />
          {canManage && <Waiting made={made} />}
          {canManage && <OpenTokens />}
          <Updates />
        </Box>
      </Box>
    </Box>
  )
}

const cards = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
} as const

const columns = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 344px' },
} as const
