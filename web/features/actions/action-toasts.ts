/** The group of the toasts about daily actions: each one replaces the one before. */
export const ACTION_TOASTS = 'actions'
