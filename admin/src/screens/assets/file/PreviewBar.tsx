import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { Icon, Tooltip, type LucideIcon } from '@crossdock/admin/kit'
import type { ReactNode } from 'react'

/** The toolbar above a preview. */
export const PreviewBar = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mb: 1 }}>{children}</Box>
)

interface PreviewButtonProps {
  label: string
  icon: LucideIcon
  disabled?: boolean
  onClick: () => void
}

export const PreviewButton = ({ label, icon, disabled, onClick }: PreviewButtonProps) => (
  <Tooltip title={label}>
    <span>
      <IconButton aria-label={label} disabled={disabled} onClick={onClick}>
        <Icon icon={icon} />
      </IconButton>
    </span>
  </Tooltip>
)
