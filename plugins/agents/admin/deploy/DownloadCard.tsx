import type { AgentDownload } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { formatBytes, Icon, IconTile, mono, type LucideIcon } from '@crossdock/admin/kit'
import { Download, Laptop, Monitor, Terminal } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import type { Platform } from '../model.js'
import { CopyButton } from '../pieces/CopyLine.js'

const icons: Record<Platform, LucideIcon> = { windows: Monitor, macos: Laptop, linux: Terminal }
/** The most common processor of each system. */
const usual: Record<Platform, string> = { windows: 'x64', macos: 'arm64', linux: 'x64' }

interface DownloadCardProps {
  platform: Platform
  files: readonly AgentDownload[]
  /** Whether it is the system of this browser. */
  isOwn: boolean
}

/** The program for one system. */
export function DownloadCard({ platform, files, isOwn }: DownloadCardProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`agents.deploy.${key}`, values)
  const name = translate(`agents.platform.${platform}`)
  const archName = (arch: string) => text(`arch.${platform}.${arch}`, { _: arch })
  const first = files.find(({ arch }) => arch === usual[platform]) ?? files[0]
  const others = files.filter((file) => file !== first)
  return (
    <Card component="article" aria-label={name} sx={{ p: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <IconTile icon={icons[platform]} tile={38} />
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h2">{name}</Typography>
          <Typography variant="body2" color="textSecondary">
            {first ? archName(first.arch) : text('notBuilt')}
            {others.map((file) => (
              <span key={file.arch}>
                {' · '}
                <Link
                  href={pathOf(file)}
                  download={file.file}
                  color="inherit"
                  aria-label={text('other', { platform: name, arch: archName(file.arch) })}
                  title={`${formatBytes(file.size)} · SHA-256 ${file.sha256}`}
                >
                  {archName(file.arch)}
                </Link>
              </span>
            ))}
          </Typography>
        </Box>
      </Box>
      <Box sx={{ my: 1.5 }}>
        <Button
          variant={isOwn && first ? 'contained' : 'outlined'}
          startIcon={<Icon icon={Download} />}
          {...(first
            ? { component: 'a', href: pathOf(first), download: first.file }
            : { disabled: true })}
        >
          {text('download', { platform: name })}
        </Button>
      </Box>
      <Line label={text('size')}>{first ? formatBytes(first.size) : '–'}</Line>
      <Line label={text('sha')}>
        {first ? (
          <>
            <Box
              component="span"
              title={first.sha256}
              sx={{ fontFamily: mono, fontSize: '0.78125rem' }}
            >
              {first.sha256.slice(0, 12)}…
            </Box>
            <CopyButton value={first.sha256} what={text('copySha', { platform: name })} />
          </>
        ) : (
          '–'
        )}
      </Line>
    </Card>
  )
}

const pathOf = ({ platform, arch }: AgentDownload) =>
  `/api/desktop-agents/downloads/${platform}-${arch}`

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box
    sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: 30 }}
  >
    <Typography variant="body2" color="textSecondary">
      {label}
    </Typography>
    <Typography
      variant="body2"
      component="div"
      sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}
    >
      {children}
    </Typography>
  </Box>
)
