import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { formatBytes, formatInteger, Icon, IconTile, mono } from '@crossdock/admin/kit'
import { ArrowLeftRight, ArrowRight } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import type { ContractSide, SyncContract } from '../model.js'
import { endIcons } from '../pieces/end_icons.js'
import { OnlineDot } from '../pieces/OnlineDot.js'
import { useEndName } from '../pieces/use_end_name.js'

/** Both ends with their contents, and the direction of changes. */
export function Ends({ contract: { sides, syncRules } }: { contract: SyncContract }) {
  const translate = useTranslate()
  const isBoth = syncRules.bidirectional
  return (
    <Card
      component="section"
      aria-label={translate('sync.page.ends')}
      sx={{
        display: 'grid',
        alignItems: 'center',
        columnGap: 2.5,
        rowGap: 1.5,
        p: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) auto minmax(0, 1fr)' },
      }}
    >
      <OneEnd side={sides.source} to={linkOf(sides.source, sides.target)} />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
        <Typography variant="body2">
          {translate(isBoth ? 'sync.direction.both' : 'sync.direction.forward')}
        </Typography>
        <Icon icon={isBoth ? ArrowLeftRight : ArrowRight} />
      </Box>
      <OneEnd side={sides.target} to={linkOf(sides.target, sides.source)} />
    </Card>
  )
}

function OneEnd({ side, to }: { side: ContractSide; to: string | undefined }) {
  const translate = useTranslate()
  const { files, bytes } = side
  const name = useEndName()(side)
  const facts =
    files === null
      ? []
      : [
          translate('sync.page.holds', {
            smart_count: files,
            count: formatInteger(files),
            size: formatBytes(bytes ?? 0),
          }),
        ]
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      <IconTile icon={endIcons[side.type]} tile={38} />
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, fontWeight: 500 }}>
          {to ? (
            <Link component={RouterLink} to={to} color="inherit" underline="hover">
              {name}
            </Link>
          ) : (
            name
          )}
          {side.type === 'local_folder' && <OnlineDot isOnline={side.isOnline} />}
        </Box>
        <Typography
          variant="body2"
          color="textSecondary"
          sx={{ fontFamily: mono, fontSize: '0.78125rem', overflowWrap: 'anywhere' }}
        >
          {[side.path, ...facts].join(' · ')}
        </Typography>
      </Box>
    </Box>
  )
}

/**
 * Returns a link to the end. With two asset folders there is none, because the contract names only one
 * folder.
 */
function linkOf(
  { type, agentId, folderId }: ContractSide,
  other: ContractSide
): string | undefined {
  if (type === 'local_folder' && agentId) return `/desktop-agents/${encodeURIComponent(agentId)}`
  if (type === 'asset_folder' && folderId && other.type !== type) {
    return `/assets/${encodeURIComponent(folderId)}`
  }
  return undefined
}
