import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { CloudAlert, Lock, RotateCw } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { errorText } from './data/errors.js'
import { Icon, IconTile, type LucideIcon } from './Icon.js'

export interface EmptyStateProps {
  icon?: LucideIcon
  title: string
  description?: ReactNode
  /** The next step, usually one button. */
  action?: ReactNode
  /** Without the dashed frame, for use inside a Section. */
  plain?: boolean
}

/** An empty list or no matches; says what to do next. */
export function EmptyState({ icon, title, description, action, plain }: EmptyStateProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        textAlign: 'center',
        px: 3,
        py: plain ? 6 : 8,
        ...(!plain && {
          border: '1px dashed',
          borderColor: (theme) => theme.palette.surface.border,
          borderRadius: '12px',
        }),
      }}
    >
      {icon && <IconTile icon={icon} size={20} tile={44} />}
      <Typography variant="h2" component="p" sx={{ mt: icon ? 2 : 0 }}>
        {title}
      </Typography>
      {description && (
        <Typography color="textSecondary" sx={{ mt: 0.5, maxWidth: 440 }}>
          {description}
        </Typography>
      )}
      {action && <Box sx={{ mt: 2.5 }}>{action}</Box>}
    </Box>
  )
}

export interface ErrorStateProps {
  error: unknown
  /** Called by the Try again button. Without it there is no button. */
  onRetry?: () => void
  plain?: boolean
}

/** A read failed: the server's message and a retry button. A 403 shows NoPermission instead. */
export function ErrorState({ error, onRetry, plain }: ErrorStateProps) {
  const translate = useTranslate()
  if (typeof error === 'object' && error && 'status' in error && error.status === 403) {
    return <NoPermission message={errorText(error, translate)} plain={plain} />
  }
  return (
    <div role="alert">
      <EmptyState
        icon={CloudAlert}
        title={translate('kit.error.title')}
        description={errorText(error, translate)}
        plain={plain}
        action={
          onRetry && (
            <Button variant="outlined" startIcon={<Icon icon={RotateCw} />} onClick={onRetry}>
              {translate('kit.error.retry')}
            </Button>
          )
        }
      />
    </div>
  )
}

/** The signed-in person may not see this page. */
export function NoPermission({ message, plain }: { message?: string; plain?: boolean }) {
  const translate = useTranslate()
  return (
    <EmptyState
      icon={Lock}
      title={translate('kit.denied.title')}
      description={message ?? translate('kit.denied.description')}
      plain={plain}
    />
  )
}
