export { Badge, type BadgeProps, type BadgeVariant } from './Badge.js'
export { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.js'
export { FieldRow, FormDialog, type FormDialogProps } from './FormDialog.js'
export { Icon, IconTile, type IconProps, type IconTileProps, type LucideIcon } from './Icon.js'
export { InitialsAvatar, type InitialsAvatarProps } from './InitialsAvatar.js'
export { Meter, type MeterProps } from './Meter.js'
export {
  PageBody,
  PageHeader,
  PRODUCT_NAME,
  useDocumentTitle,
  type PageHeaderProps,
} from './PageHeader.js'
export { RelativeTime } from './RelativeTime.js'
export { SearchField, type SearchFieldProps } from './SearchField.js'
export { Section, type SectionProps } from './Section.js'
export { CardGrid, CardsSkeleton, PageSkeleton, RowsSkeleton } from './Skeletons.js'
export { StatCard, StatGrid, type StatCardProps } from './StatCard.js'
export {
  EmptyState,
  ErrorState,
  NoPermission,
  type EmptyStateProps,
  type ErrorStateProps,
} from './states.js'
export { Toaster } from './Toaster.js'
export { Tooltip, type TooltipProps } from './Tooltip.js'
export { useToast, type ToastContent } from './toast.js'

export * from './format.js'
export { kitMessages } from './messages.js'
export { darkTheme, lightTheme, mono, type Tone, type ToneName } from './theme/index.js'

export { ApiError, errorText, fieldErrors, type ProblemBody } from './data/errors.js'
export {
  can,
  sessionKey,
  usePermissions,
  useSession,
  type ConsoleAuthProvider,
  type Permissions,
  type Session,
} from './data/session.js'
export type {
  ActionRequest,
  ConsoleDataProvider,
  Method,
  QueryValue,
  ReadOptions,
  UploadOptions,
} from './data/types.js'
export { invalidate, useAction, type UseActionOptions } from './data/useAction.js'
export { useRead, type UseReadOptions } from './data/useRead.js'
export { useUpload } from './data/useUpload.js'

export {
  defineConsolePlugin,
  type ConsoleMenuEntry,
  type ConsolePlugin,
  type ConsoleRoute,
  type DashboardBlock,
  type Messages,
  type Visibility,
} from './plugin.js'
