import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useId, type ReactNode } from 'react'

export interface SectionProps {
  title?: ReactNode
  description?: ReactNode
  /** Buttons at the right of the title. */
  actions?: ReactNode
  /** Let tables and lists touch the card's edges. */
  flush?: boolean
  children: ReactNode
}

/** A titled card: one block of a screen. With a title it is a labelled region. */
export function Section({ title, description, actions, flush, children }: SectionProps) {
  const id = useId()
  return (
    <Card
      component="section"
      aria-labelledby={title ? id : undefined}
      sx={{ display: 'flex', flexDirection: 'column', minWidth: 0 }}
    >
      {(title || actions) && (
        <Box
          sx={{
            display: 'flex',
            // The buttons wrap below the title where both do not fit.
            flexWrap: 'wrap',
            alignItems: 'center',
            columnGap: 2,
            rowGap: 1.75,
            px: { xs: 2, sm: 2.5 },
            pt: 2,
            pb: 1.5,
          }}
        >
          <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
            <Typography variant="h2" id={id}>
              {title}
            </Typography>
            {description && (
              <Typography variant="body2" color="textSecondary" sx={{ mt: 0.25 }}>
                {description}
              </Typography>
            )}
          </Box>
          {actions && <Box sx={{ display: 'flex', gap: 1, my: -0.75 }}>{actions}</Box>}
        </Box>
      )}
      <Box
        sx={
          flush
            ? { overflowX: 'auto', flex: 1 }
            : { px: { xs: 2, sm: 2.5 }, pb: 2.5, pt: title ? 0 : 2.5, flex: 1 }
        }
      >
        {children}
      </Box>
    </Card>
  )
}
