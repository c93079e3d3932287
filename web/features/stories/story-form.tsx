import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactElement, Suspense, useEffect, useRef, useState } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { STORY_LIMITS, type Story, storyEndpoints } from '#contract/stories.ts'
import { CrisisPanel } from '#web/features/care/crisis-panel.tsx'
import {
  clearDraft,
  draftOfStory,
  EMPTY_STORY,
  isEmptyStory,
  readDraft,
  StoryDraft,
  writeDraft,
} from '#web/features/stories/drafts.ts'
import { StoryPlayer } from '#web/features/stories/player/story-player.tsx'
import { storyListsKey, storyQuery } from '#web/features/stories/queries.ts'
import { removeRecordingDraft } from '#web/features/stories/recorder/recording-draft.ts'
import type { RecordedStory } from '#web/features/stories/recorder/voice-recorder.tsx'
import { CategorySelect } from '#web/features/stories/category-select.tsx'
import { StoryValues, storyFormData } from '#web/features/stories/story-form-data.ts'
import { ApiError, call, sentenceOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/ui/tabs.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast.tsx'
