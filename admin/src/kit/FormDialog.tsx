import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { X } from 'lucide-react'
import { Form, useTranslate } from 'ra-core'
import { useId, type ReactNode } from 'react'
import { useFormState, type FieldValues } from 'react-hook-form'
import { fieldErrors } from './data/errors.js'
import { Icon } from './Icon.js'

export interface FormDialogProps<T extends FieldValues> {
  open: boolean
  title: string
  description?: ReactNode
  defaultValues?: Partial<T>
  submitLabel: string
  /** Label of the submit button while the call runs ("Saving..."). */
  submittingLabel?: string
  /** Reject with an ApiError to show the server's messages at their fields; resolve to close. */
  onSubmit: (values: T) => Promise<unknown>
  /** Called by Cancel, Escape, the close button, and after a successful submit. */
  onClose: () => void
  maxWidth?: 'xs' | 'sm' | 'md'
  /** react-admin inputs. */
  children: ReactNode
}

/** A form in a dialog: head and buttons stay in place, the fields scroll; full screen on phones. */
export function FormDialog<T extends FieldValues>(props: FormDialogProps<T>) {
  const { open, title, description, defaultValues, onSubmit, onClose, children } = props
  const translate = useTranslate()
  const id = useId()
  const fullScreen = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'))

  const submit = async (values: FieldValues) => {
    try {
      await onSubmit(values as T)
    } catch (error) {
      // The action has shown its toast; what is left is to mark the fields.
      return fieldErrors(error)
    }
    onClose()
    return undefined
  }

  return (
    <Dialog
      open={open}
      onClose={(_event, reason) => reason === 'escapeKeyDown' && onClose()}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-text` : undefined}
      maxWidth={props.maxWidth ?? 'sm'}
      fullWidth
      fullScreen={fullScreen}
      slotProps={{
        paper: {
          sx: { '& > form': { display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 } },
        },
      }}
    >
      <Form
        defaultValues={defaultValues}
        onSubmit={submit}
        noValidate
        disableInvalidFormNotification
      >
        <Box sx={{ display: 'flex', gap: 2, px: 3, pt: 2.5, pb: 2 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography variant="h2" id={`${id}-title`} sx={{ fontSize: '1.0625rem' }}>
              {title}
            </Typography>
            {description && (
              <Typography color="textSecondary" id={`${id}-text`} sx={{ mt: 0.5 }}>
                {description}
              </Typography>
            )}
          </Box>
          <IconButton
            size="small"
            onClick={onClose}
            aria-label={translate('kit.close')}
            sx={{ mt: -0.5, mr: -1 }}
          >
            <Icon icon={X} />
          </IconButton>
        </Box>
        <Box
          sx={{
            flex: 1,
            overflowY: 'auto',
            display: 'flex',
            flexDirection: 'column',
            gap: 2.25,
            px: 3,
            pt: 0.5,
            pb: 3,
          }}
        >
          {children}
        </Box>
        <Footer {...props} />
      </Form>
    </Dialog>
  )
}

type FooterProps = Pick<FormDialogProps<FieldValues>, 'submitLabel' | 'submittingLabel' | 'onClose'>

function Footer({ submitLabel, submittingLabel, onClose }: FooterProps) {
  const translate = useTranslate()
  const { isSubmitting } = useFormState()
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'flex-end',
        gap: 1,
        px: 3,
        py: 1.75,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Button onClick={onClose}>{translate('kit.cancel')}</Button>
      <Button type="submit" variant="contained" disabled={isSubmitting}>
        {isSubmitting ? (submittingLabel ?? submitLabel) : submitLabel}
      </Button>
    </Box>
  )
}

/** Fields side by side on desks, below each other on phones. */
export const FieldRow = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      alignItems: 'start',
      gridAutoFlow: { xs: 'row', sm: 'column' },
      gridAutoColumns: 'minmax(0, 1fr)',
    }}
  >
    {children}
  </Box>
)
