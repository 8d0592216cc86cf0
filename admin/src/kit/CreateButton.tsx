import Button, { type ButtonProps } from '@mui/material/Button'
import { Plus } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { useReachedLimit } from './data/useLimit.js'
import { Icon } from './Icon.js'
import { Tooltip } from './Tooltip.js'

interface CreateButtonProps {
  /** The meter of what the button creates, such as `maxWorkflows`. */
  limit: string
  /** Message key of the sentence for a reached limit, with `%{limit}`. */
  reached: string
  variant?: ButtonProps['variant']
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

/**
 * Opens the form for something that is limited. At the limit, the button says so instead. It is disabled only by
 * `aria-disabled`, because pointer and keyboard must reach its tooltip.
 */
export function CreateButton({ limit: meter, reached, variant, ...props }: CreateButtonProps) {
  const translate = useTranslate()
  const limit = useReachedLimit(meter)
  const common = { variant: variant ?? 'contained', startIcon: <Icon icon={Plus} /> } as const
  if (limit === undefined) return <Button {...common} {...props} />
  return (
    <Tooltip title={translate(reached, { limit, smart_count: limit })}>
      <Button
        {...common}
        aria-disabled
        className="Mui-disabled"
        sx={{ '&.Mui-disabled': { pointerEvents: 'auto' } }}
      >
        {props.children}
      </Button>
    </Tooltip>
  )
}
