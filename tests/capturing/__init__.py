"""Tests of capturing."""
