export {
  channels,
  notificationKinds,
  type Channel,
  type NotificationKind,
  type Told,
} from './kinds.js'
