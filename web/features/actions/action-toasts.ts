/** The toasts about daily actions: checking one off says nothing of the one before. */
export const ACTION_TOASTS = 'actions'
