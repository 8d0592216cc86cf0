import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import {
  Fact,
  Facts,
  formatBytes,
  formatDateTime,
  formatInteger,
  Icon,
  IconTile,
  mono,
} from '@crossdock/admin/kit'
import { Download } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import {
  fileName,
  type ConflictVersion,
  type SideName,
  type SyncConflict,
  type SyncContract,
} from '../model.js'
import { useSaveContent } from '../pieces/contents.js'
import { endIcons } from '../pieces/end_icons.js'
import { useEndName } from '../pieces/use_end_name.js'
import { useSideNames } from '../pieces/use_side_names.js'
import type { MergeRow } from './merge_lines.js'
import { SideText } from './SideText.js'
import { contentOf, MOST_BYTES } from './use_text.js'

/** The change time of a version in milliseconds; 0 when unknown. */
export const timeOf = (version: ConflictVersion | null): number =>
  version?.modifiedAt ? new Date(version.modifiedAt).getTime() : 0

interface VersionCardProps {
  conflict: SyncConflict
  side: SideName
  contract: SyncContract
  /** The aligned lines of both versions, if both are texts. */
  rows: MergeRow[] | undefined
  action: ReactNode
  /** Shown while the content loads. */
  children: ReactNode
}

/** One of the two versions: place, author, time, size and lines. */
export function VersionCard({
  conflict,
  side,
  contract,
  rows,
  action,
  children,
}: VersionCardProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.conflict.${key}`, values)
  const end = contract.sides[side]
  const name = useEndName()(end)
  const label = useSideNames(contract)[side]
  const version = conflict[side]
  const lines = rows?.filter((row) => row[side]).length
  const facts = version && [
    // The header already names an agent or system.
    version.by && version.by !== name ? text('changedBy', { name: version.by }) : text('changed'),
    timeOf(version) > 0 && formatDateTime(new Date(timeOf(version))),
    [
      formatBytes(version.size),
      lines !== undefined && text('lines', { smart_count: lines, count: formatInteger(lines) }),
    ]
      .filter(Boolean)
      .join(', '),
  ]
  return (
    <Card
      component="section"
      aria-label={text('versionOf', { name: label })}
      sx={{ display: 'flex', flexDirection: 'column', minWidth: 0 }}
    >
      <Box sx={{ px: 2, pt: 1.75, pb: 1.5 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
          <IconTile icon={endIcons[end.type]} tile={28} size={15} />
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{name}</Typography>
            <Typography
              variant="caption"
              color="textSecondary"
              component="p"
              sx={{ fontFamily: mono, overflowWrap: 'anywhere' }}
            >
              {end.path}
            </Typography>
          </Box>
          {action}
        </Box>
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            columnGap: 2,
            mt: 1,
            fontSize: '0.8125rem',
            color: 'text.secondary',
          }}
        >
          {facts ? facts.map((fact) => fact && <span key={fact}>{fact}</span>) : text('isDeleted')}
        </Box>
      </Box>
      <Box sx={{ borderTop: 1, borderColor: 'divider', flex: 1, minWidth: 0 }}>
        {rows
          ? version && <SideText rows={rows} side={side} label={text('textOf', { name: label })} />
          : children ||
            (version && (
              <Binary conflict={conflict} contract={contract} side={side} version={version} />
            ))}
      </Box>
    </Card>
  )
}

interface BinaryProps {
  conflict: SyncConflict
  contract: SyncContract
  side: SideName
  version: ConflictVersion
}

/** A version that cannot be merged as text: its properties, and a download. */
function Binary({ conflict, contract, side, version }: BinaryProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.conflict.${key}`, values)
  const save = useSaveContent(contract)
  const time = timeOf(version)
  return (
    <Box sx={{ p: 2 }}>
      <Facts>
        <Fact label={text('size')}>{formatBytes(version.size)}</Fact>
        <Fact label={text('modified')}>{time > 0 ? formatDateTime(new Date(time)) : '–'}</Fact>
        {version.hash && (
          <Fact label={text('content')}>
            <Box component="span" sx={{ fontFamily: mono, fontSize: '0.78125rem' }}>
              {version.hash.slice(0, 16)}
            </Box>
          </Fact>
        )}
      </Facts>
      <Typography variant="body2" color="textSecondary" sx={{ my: 1.5 }}>
        {text(version.size > MOST_BYTES ? 'tooLarge' : 'noText')}
      </Typography>
      <Button
        size="small"
        variant="outlined"
        startIcon={<Icon icon={Download} />}
        onClick={() => void save(contentOf(conflict, side), fileName(conflict.path))}
      >
        {text('download')}
      </Button>
    </Box>
  )
}
