export { ActionMenu, type ActionMenuProps } from './ActionMenu.js'
export type { MenuAction } from './ActionPopup.tsx'
export { ActiveBadge } from './ActiveBadge.js'
export { BackLink } from './BackLink.js'
export { AttentionRow, type AttentionRowProps } from './AttentionRow.js'
export { productName, showBrand, useBrand, type Brand } from './brand.js'
export { clamp } from './clamp.js'
export { BackToPrevious } from './BackToPrevious.js'
export { Badge, type BadgeProps, type BadgeVariant } from './Badge.js'
export { CodeBlock, type CodeBlockProps } from './CodeBlock.js'
export { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.js'
export { useDocumentTitle } from './document_title.js'
export { DeleteDialog, type DeleteDialogProps, type Dependants } from './DeleteDialog.js'
export { DialogFrame, DialogHead } from './DialogFrame.js'
export { FileButton, type FileButtonProps } from './FileButton.js'
export { FolderDialog, type FolderDialogProps } from './folders/FolderDialog.js'
export { FolderPicker } from './folders/FolderPicker.js'
export { FieldRow, FormDialog, type FormDialogProps } from './FormDialog.js'
export { EnvironmentBadge } from './environment/EnvironmentBadge.js'
export { EnvironmentChoice } from './environment/EnvironmentChoice.js'
export {
  environmentKey,
  useEnvironments,
  type Environments,
} from './environment/useEnvironments.js'
export { Fact, Facts } from './Facts.js'
export { fingerprint } from './fingerprint.js'
export { toValues } from './form_values.js'
export { Icon, IconTile, type IconProps, type IconTileProps, type LucideIcon } from './Icon.js'
export { InitialsAvatar, type InitialsAvatarProps } from './InitialsAvatar.js'
export { ExactNumber, parseJson } from './json/exact_json.js'
export { JsonInput, type JsonInputProps } from './json/JsonInput.js'
export { KeyValueInput } from './json/KeyValueInput.js'
export {
  fromJsonText,
  isObject,
  toJsonText,
  useJsonRule,
  useTextValues,
  type JsonObject,
} from './json/json_text.js'
export { LazyConfirmDialog } from './lazy_confirm.js'
export { useOnce } from './once.js'
export { isMissingCode, lazyPart, partOf, PartMissing, whenIdle } from './lazyPart.js'
export { lazyScreen, preloadAll, type LazyScreen } from './lazyScreen.js'
export { actionsColumn } from './list/actions_column.js'
export { BulkAction, type BulkActionProps } from './list/BulkAction.js'
export { ListEnd } from './list/ListEnd.js'
export { ResourceList, type ResourceListProps } from './list/ResourceList.js'
export { useSelectedRecords } from './list/rows.js'
export { findNext, TypeAhead } from './list/type_ahead.js'
export { ToggleChip, type ToggleChipProps } from './list/ToggleChip.js'
export { RowLink } from './list/RowLink.js'
export { resolvePeriods } from './list/periods.js'
export type {
  ChoiceFilter,
  DateFilter,
  FilterChoice,
  ListColumn,
  ListFilter,
  ListLayout,
  ListPart,
  QuickFilter,
  ReferenceFilter,
} from './list/types.js'
export { LoadedList, type LoadedListProps } from './LoadedList.js'
export { Meter, type MeterProps } from './Meter.js'
export { CreateButton } from './CreateButton.js'
export { usedPercent, UsageHealth } from './UsageHealth.js'
export { OnceDialog, type OnceDialogProps } from './OnceDialog.js'
export { PageBody, PageHeader, pathBar, type PageHeaderProps } from './PageHeader.js'
export { page, signInUrl } from './page.js'
export { PlainDialog, type PlainDialogProps } from './PlainDialog.js'
export { RelativeTime } from './RelativeTime.js'
export { kindIcon, kindOption } from './schema/kind_icons.js'
export { MASK, toConfig, toFields } from './schema/config_form.js'
export { useKindDrafts, type KindDrafts } from './schema/kind_drafts.js'
export { labelOf, type JsonSchema } from './schema/json_schema.js'
export {
  kindNamed,
  KindFormsContext,
  useKindForm,
  useKinds,
  type KindEntry,
  type KindFormProps,
  type KindForms,
} from './schema/kinds.js'
export { SchemaFields, type SchemaFieldsProps } from './schema/SchemaFields.js'
export { ScreenReaderOnly } from './ScreenReaderOnly.js'
export { SaveButton } from './SaveButton.js'
export { useUnsavedFields } from './useUnsavedFields.js'
export { SearchField, type SearchFieldProps } from './SearchField.js'
export { Section, type SectionProps } from './Section.js'
export { SidePanel, type SidePanelProps } from './SidePanel.js'
export { CardGrid, CardsSkeleton, PageSkeleton, RowsSkeleton } from './Skeletons.js'
export { StatCard, StatGrid, type StatCardProps } from './StatCard.js'
export { StatStrip, type StatStripProps, type StripFigure } from './StatStrip.js'
export {
  EmptyState,
  ErrorState,
  NoPermission,
  type EmptyStateProps,
  type ErrorStateProps,
} from './states.js'
export { ActionSlot, PageActions, TabbedPage, type TabbedPageProps } from './TabbedPage.js'
export { TabsContext } from './tabs_context.js'
export { Toaster } from './Toaster.js'
export { diffLines, type DiffLine } from './text/diff_lines.js'
export { sidesOf, type DiffSide } from './text/sides_of.js'
export { Tooltip, type TooltipProps } from './Tooltip.js'
export { type Undoable, type UndoOffer } from './undo/undos.js'
export { useUndo, useUndoable, type Undo } from './undo/useUndo.js'
export { Later } from './Later.js'
export { knownList, useAttention } from './useAttention.js'
export { useDialogAddress, type DialogAddress } from './useDialogAddress.js'
export {
  unsaved,
  useAskFirst,
  useLeavePage,
  useUnsaved,
  type UnsavedEntry,
  type UnsavedTexts,
} from './unsaved.js'
export { UnsavedGuard } from './UnsavedGuard.js'
export { useCopy, type CopyState } from './use_copy.js'
export { useSettled } from './use_settled.js'
export { useToast, type ToastAction, type ToastContent } from './toast.js'

export * from './format.js'
export { shortcuts, useShortcut, type Shortcut, type ShortcutOptions } from './shortcuts.js'
export { setLanguage, setTimeZone } from './language.js'
export { darkTheme, lightTheme, mono, themesOf, type Tone, type ToneName } from './theme/index.js'

export { mapFieldErrors } from './data/map_field_errors.js'
export { ApiContext, useApi, useApiState } from './data/api.js'
export {
  ApiError,
  errorText,
  fieldErrors,
  isAboutFields,
  isSessionEnded,
  isSessionGone,
  type ProblemBody,
} from './data/errors.js'
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
  Api,
  ApiState,
  ListRequest,
  Method,
  QueryValue,
  ReadOptions,
  Tagged,
  ResumableUploadOptions,
  UploadOptions,
  UploadTarget,
} from './data/types.js'
export { dropRecords } from './data/drop_records.js'
export { concerns, invalidate, useAction, type UseActionOptions } from './data/useAction.js'
export { runAll, useBulk, type BulkResult, type UseBulkOptions } from './data/use_bulk.js'
export { searchList } from './data/searchList.js'
export { useErrorToast } from './data/useErrorToast.js'
export { useTagged } from './data/useTagged.js'
export { useFields } from './data/useFields.js'
export { useUnlessChanged } from './data/useUnlessChanged.js'
export { useDownload } from './data/useDownload.js'
export { readKey, totalKey, useRead, type UseReadOptions } from './data/useRead.js'
export { useUpload } from './data/useUpload.js'

export {
  defineConsolePlugin,
  type ConsoleMenuEntry,
  type ConsolePlugin,
  type ConsoleResource,
  type ConsoleRoute,
  type ConsoleTab,
  type Live,
  type Messages,
  type TrayPart,
  type TrayState,
  type MessagesByLanguage,
  type Translation,
} from './plugin.js'
export { isAllowed, isVisible, needsTenant, type Visibility } from './visibility.js'
export type {
  AttentionSource,
  AttentionState,
  DashboardBlock,
  EntityLinks,
  FirstStep,
  KnownAnswer,
  EntityReference,
} from './dashboard.js'
export {
  isForAsset,
  type AssetAction,
  type AssetDialogProps,
  type AssetHost,
  type AssetKind,
  type AssetPanel,
  type AssetPlace,
  type AssetPreview,
  type ConsoleCommand,
  type HeaderItem,
  type SearchHit,
  type SearchProvider,
} from './slots.js'
